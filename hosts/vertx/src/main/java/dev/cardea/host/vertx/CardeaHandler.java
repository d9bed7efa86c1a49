package dev.cardea.host.vertx;

import dev.cardea.Auth;
import dev.cardea.ProtectedPaths;
import dev.cardea.Visitor;
import dev.cardea.action.AuthRequest;
import dev.cardea.action.Redirect;
import dev.cardea.action.SignIn;
import dev.cardea.action.SignOut;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.model.Session;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Answers the routes, guards the protected paths, and gives handlers the session. Calls of a store, a provider or a
 * callback run on worker threads. Immutable; safe for concurrent use.
 *
 * <pre>{@code
 * router.route().order(-1).handler(CardeaHandler.of(auth).protect("/admin/*"));
 * router.get("/").handler(ctx -> ctx.end(CardeaHandler.session(ctx).map(s -> s.user().name()).orElse("Who are you?")));
 * }</pre>
 *
 * <p>It supports Vert.x 5, and the 4.5 of Quarkus 3. Add it before any {@code BodyHandler}. A session may need four
 * cookies: give the server {@code setMaxHeaderSize(32 * 1024)}.
 */
public final class CardeaHandler implements Handler<RoutingContext> {
    private final Auth auth;
    private final ProtectedPaths guarded;

    private CardeaHandler(Auth auth, ProtectedPaths guarded) {
        this.auth = auth;
        this.guarded = guarded;
    }

    public static CardeaHandler of(Auth auth) {
        return new CardeaHandler(auth, ProtectedPaths.of());
    }

    /** Returns a copy that guards these paths: {@code /page}, {@code /folder/*} or {@code /*}. */
    public CardeaHandler protect(String... paths) {
        return new CardeaHandler(auth, ProtectedPaths.of(paths));
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
        var visit = RequestState.of(ctx);
        return blocking(ctx, () -> visit.visitor().signIn(signIn))
                .map(redirect -> visit.with(redirect.cookies(), redirect, ctx));
    }

    /** Works as {@link #signOut}, but returns the redirect to the caller; the cookies are set. */
    public static Future<Redirect> signOutWithoutRedirect(RoutingContext ctx, SignOut signOut) {
        var visit = RequestState.of(ctx);
        return blocking(ctx, () -> visit.visitor().signOut(signOut))
                .map(redirect -> visit.with(redirect.cookies(), redirect, ctx));
    }

    /**
     * Changes the session (Auth.js: {@code unstable_update}; may change in any release) and returns the new one. During
     * this request, the session stays the one that it came with.
     */
    public static Future<Optional<Session>> unstableUpdate(RoutingContext ctx, Session data) {
        var visit = RequestState.of(ctx);
        return blocking(ctx, () -> visit.visitor().unstableUpdate(data))
                .map(read -> visit.with(read.cookies(), read.session(), ctx));
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
        blocking(ctx, () -> look(request, routed))
                .onSuccess(looked -> go(ctx, request, looked))
                .onFailure(ctx::fail);
    }

    /** @param visitor {@code null} for a request that {@code Auth} answers */
    private record Result(@Nullable Visitor visitor, Optional<Response> refusal) {}

    private Result look(Request request, String routed) {
        if (auth.handles(request)) return new Result(null, Optional.empty());
        var visitor = auth.visitor(request);
        return new Result(visitor, guarded.refusal(visitor, routed));
    }

    private void go(RoutingContext ctx, Request request, Result looked) {
        var visitor = looked.visitor();
        if (visitor == null) {
            Exchange.body(ctx, AuthRequest.MAX_BODY + 1)
                    .compose(body -> blocking(ctx, () -> auth.handle(request.body(body.getBytes()))))
                    .onSuccess(answer -> Exchange.write(answer, ctx))
                    .onFailure(ctx::fail);
            ctx.request().resume();
            return;
        }
        ctx.request().resume();
        if (looked.refusal().isPresent()) {
            Exchange.write(looked.refusal().get(), ctx);
            return;
        }
        new RequestState(visitor).putInto(ctx);
        ctx.next();
    }

    private static Future<Void> send(RoutingContext ctx, Redirect redirect) {
        ctx.response().setStatusCode(302).putHeader("Location", redirect.to());
        return ctx.response().end();
    }

    private static <T> Future<T> blocking(RoutingContext ctx, Callable<T> call) {
        return ctx.vertx().executeBlocking(call, false);
    }
}
