package dev.cardea.host.helidon;

import dev.cardea.Auth;
import dev.cardea.ProtectedPaths;
import dev.cardea.Redirect;
import dev.cardea.SignIn;
import dev.cardea.SignOut;
import dev.cardea.Visitor;
import dev.cardea.http.Request;
import dev.cardea.model.Session;
import io.helidon.http.Status;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.Optional;

/**
 * Answers the routes, guards the protected paths, and tells handlers who came.
 *
 * <pre>{@code
 * routing.addFilter(CardeaFilter.of(auth).protect("/admin/*"))
 *        .get("/", (req, res) -> res.send(CardeaFilter.session(req).map(s -> s.user().name()).orElse("Who are you?")));
 * }</pre>
 *
 * <p>A session may be as large as four cookies: give the server {@code maxHeadersSize(32 * 1024)}.
 */
public final class CardeaFilter implements Filter {
    private final Auth auth;
    private final ProtectedPaths guarded;

    private CardeaFilter(Auth auth, ProtectedPaths guarded) {
        this.auth = auth;
        this.guarded = guarded;
    }

    public static CardeaFilter of(Auth auth) {
        return new CardeaFilter(auth, ProtectedPaths.of());
    }

    /** A copy before these paths: {@code /page}, {@code /folder/*} or {@code /*}. */
    public CardeaFilter protect(String... paths) {
        return new CardeaFilter(auth, ProtectedPaths.of(paths));
    }

    /**
     * Who is signed in, if anyone.
     *
     * @throws dev.cardea.error.ConfigurationException where the configuration is broken
     * @throws dev.cardea.error.AdapterException where the store did not answer
     */
    public static Optional<Session> session(ServerRequest request) {
        return visitor(request).session();
    }

    /**
     * Returns whether the browser reports that a page of this site sent the request; see {@link Auth#isSameOrigin}. Ask it
     * before a handler of your own signs in, signs out or changes anything.
     */
    public static boolean isSameOrigin(ServerRequest request) {
        return visitor(request).isSameOrigin();
    }

    /** Signs somebody in, or sends them to where they do, and answers with the redirect. */
    public static void signIn(ServerRequest request, ServerResponse response, SignIn signIn) {
        send(response, signInQuietly(request, response, signIn));
    }

    /** Signs somebody out and answers with the redirect. */
    public static void signOut(ServerRequest request, ServerResponse response, SignOut signOut) {
        send(response, signOutQuietly(request, response, signOut));
    }

    /** As {@link #signIn}, but the redirect is the caller's to send; the cookies are set. */
    public static Redirect signInQuietly(ServerRequest request, ServerResponse response, SignIn signIn) {
        var visitor = visitor(request);
        var redirect = visitor.signIn(signIn);
        Exchange.setCookies(response, visitor, redirect.cookies());
        return redirect;
    }

    /** As {@link #signOut}, but the redirect is the caller's to send; the cookies are set. */
    public static Redirect signOutQuietly(ServerRequest request, ServerResponse response, SignOut signOut) {
        var visitor = visitor(request);
        var redirect = visitor.signOut(signOut);
        Exchange.setCookies(response, visitor, redirect.cookies());
        return redirect;
    }

    /**
     * Changes the session (interface: {@code unstable_update}; may change in any release), and gives what it is now. This
     * request goes on with the session it came with.
     */
    public static Optional<Session> unstableUpdate(ServerRequest request, ServerResponse response, Session data) {
        var visitor = visitor(request);
        var read = visitor.unstableUpdate(data);
        Exchange.setCookies(response, visitor, read.cookies());
        return read.session();
    }

    @Override
    public void filter(FilterChain chain, RoutingRequest http, RoutingResponse answer) {
        Request request;
        try {
            request = Exchange.request(http);
        } catch (IllegalArgumentException e) {
            answer.status(Status.BAD_REQUEST_400).send();
            return;
        }
        if (auth.handles(request)) {
            Exchange.write(auth.handle(Exchange.withBody(request, http)), http, answer);
            return;
        }
        var visitor = auth.visitor(request);
        var refusal = guarded.refusal(visitor, http.path().path());
        if (refusal.isPresent()) {
            Exchange.write(refusal.get(), http, answer);
            return;
        }
        http.context().register(visitor);
        answer.beforeSend(() -> Exchange.keep(answer, visitor));
        chain.proceed();
    }

    private static Visitor visitor(ServerRequest request) {
        return request.context()
                .get(Visitor.class)
                .orElseThrow(() -> new IllegalStateException(
                        "Cardea's filter has not seen this request; add it to the routing first"));
    }

    private static void send(ServerResponse response, Redirect redirect) {
        response.status(Status.FOUND_302).header("Location", redirect.to()).send();
    }
}
