package dev.cardea.host.vertx;

import dev.cardea.Admission;
import dev.cardea.Auth;
import dev.cardea.Guard;
import dev.cardea.action.AuthRequest;
import dev.cardea.action.Redirect;
import dev.cardea.action.SignIn;
import dev.cardea.action.SignOut;
import dev.cardea.http.Request;
import dev.cardea.model.Session;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Serves the routes, protects pages, and gives handlers the session. Calls of a store, a provider or a
 * callback run on worker threads. Immutable; safe for concurrent use.
 *
 * <pre>{@code
 * router.route().order(-1).handler(CardeaHandler.of(auth).protect("/admin/*"));
 * router.get("/").handler(ctx -> ctx.end(CardeaHandler.session(ctx).map(s -> s.user().name()).orElse("Who are you?")));
 * }</pre>
 *
 * <p>It supports Vert.x 5, and the 4.5 of Quarkus 3. Add it before any {@code BodyHandler}. A session may need four
 * cookies, so set {@code setMaxHeaderSize(32 * 1024)} on the server.
 */
public final class CardeaHandler implements Handler<RoutingContext> {
    private final Guard guard;

    private CardeaHandler(Guard guard) {
        this.guard = guard;
    }

    public static CardeaHandler of(Auth auth) {
        return new CardeaHandler(auth.guard());
    }

    /** Returns a copy that guards these paths: {@code /page}, {@code /folder/*} or {@code /*}. */
    public CardeaHandler protect(String... paths) {
        return new CardeaHandler(guard.protect(paths));
    }

    /**
     * Returns a copy for an application below a path, such as {@code /shop}: unless a base path was set, the routes are
     * below {@code /shop/auth}. Write protected paths with or without that path.
     */
    public CardeaHandler at(String contextPath) {
        return new CardeaHandler(guard.at(contextPath));
    }

    /**
     * Returns the session; empty if the visitor is not signed in.
     *
     * @throws dev.cardea.error.ConfigurationException if the configuration is invalid
     * @throws dev.cardea.error.AdapterException if the store failed
     */
    public static Optional<Session> session(RoutingContext ctx) {
        return RequestState.of(ctx).visitor().session();
    }

    /**
     * Returns whether the browser reports that a page of this site sent the request; see {@link Auth#isSameOrigin}.
     * Check it before your own handler signs a user in or out, or changes anything.
     */
    public static boolean isSameOrigin(RoutingContext ctx) {
        return RequestState.of(ctx).visitor().isSameOrigin();
    }

    /**
     * Signs a user in, or starts a sign-in with a provider, and sends the redirect. The future fails if the sign-in is
     * rejected.
     */
    public static Future<Void> signIn(RoutingContext ctx, SignIn signIn) {
        return signInWithoutRedirect(ctx, signIn).compose(redirect -> send(ctx, redirect));
    }

    /** Signs the user out and sends the redirect. The future fails if the store could not end the session. */
    public static Future<Void> signOut(RoutingContext ctx, SignOut signOut) {
        return signOutWithoutRedirect(ctx, signOut).compose(redirect -> send(ctx, redirect));
    }

    /** Works as {@link #signIn}, but returns the redirect to the caller; the cookies are set. */
    public static Future<Redirect> signInWithoutRedirect(RoutingContext ctx, SignIn signIn) {
        var state = RequestState.of(ctx);
        return blocking(ctx, () -> state.visitor().signIn(signIn))
                .map(redirect -> state.with(redirect.cookies(), redirect, ctx));
    }

    /** Works as {@link #signOut}, but returns the redirect to the caller; the cookies are set. */
    public static Future<Redirect> signOutWithoutRedirect(RoutingContext ctx, SignOut signOut) {
        var state = RequestState.of(ctx);
        return blocking(ctx, () -> state.visitor().signOut(signOut))
                .map(redirect -> state.with(redirect.cookies(), redirect, ctx));
    }

    /**
     * Changes the session (Auth.js: {@code unstable_update}; may change in any release) and returns the new one. During
     * this request, the session stays the one that it came with.
     */
    public static Future<Optional<Session>> unstableUpdate(RoutingContext ctx, Session data) {
        var state = RequestState.of(ctx);
        return blocking(ctx, () -> state.visitor().unstableUpdate(data))
                .map(read -> state.with(read.cookies(), read.session(), ctx));
    }

    @Override
    public void handle(RoutingContext ctx) {
        Request request;
        String routed;
        try {
            request = Exchange.request(ctx.request());
            routed = ctx.normalizedPath();
        } catch (IllegalArgumentException e) {
            ctx.fail(400);
            return;
        }
        // A request that was read already must not be paused: it would never end again.
        if (!ctx.request().isEnded()) ctx.request().pause();
        blocking(ctx, () -> guard.admit(request, routed))
                .onSuccess(admission -> proceed(ctx, request, admission))
                .onFailure(ctx::fail);
    }

    private static void proceed(RoutingContext ctx, Request request, Admission admission) {
        if (admission instanceof Admission.Route route) {
            Exchange.body(ctx, AuthRequest.MAX_BODY + 1)
                    .compose(body -> blocking(ctx, () -> route.answer(request.body(body.getBytes()))))
                    .onSuccess(answer -> Exchange.write(answer, ctx))
                    .onFailure(ctx::fail);
        }
        ctx.request().resume();
        if (admission instanceof Admission.Denial denial) Exchange.write(denial.response(), ctx);
        if (admission instanceof Admission.Page page) {
            new RequestState(page.visitor()).putInto(ctx);
            ctx.next();
        }
    }

    private static Future<Void> send(RoutingContext ctx, Redirect redirect) {
        for (var field : redirect.headers().fields()) ctx.response().putHeader(field.name(), field.value());
        return ctx.response().setStatusCode(302).end();
    }

    private static <T> Future<T> blocking(RoutingContext ctx, Callable<T> call) {
        return ctx.vertx().executeBlocking(call, false);
    }
}
