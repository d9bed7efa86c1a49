package dev.cardea.host.helidon;

import dev.cardea.Accounts;
import dev.cardea.Admission;
import dev.cardea.Auth;
import dev.cardea.Guard;
import dev.cardea.Passkeys;
import dev.cardea.Visitor;
import dev.cardea.action.Redirect;
import dev.cardea.action.SignIn;
import dev.cardea.action.SignOut;
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
 * Serves the routes, protects pages, and gives handlers the session. Immutable; safe for concurrent use.
 *
 * <pre>{@code
 * routing.addFilter(CardeaFilter.of(auth).protect("/admin/*"))
 *        .get("/", (req, res) -> res.send(CardeaFilter.session(req).map(s -> s.user().name()).orElse("Who are you?")));
 * }</pre>
 *
 * <p>A session may need four cookies, so set {@code maxHeadersSize(32 * 1024)} on the server.
 */
public final class CardeaFilter implements Filter {
    private final Guard guard;

    private CardeaFilter(Guard guard) {
        this.guard = guard;
    }

    public static CardeaFilter of(Auth auth) {
        return new CardeaFilter(auth.guard());
    }

    /** Returns a copy that guards these paths: {@code /page}, {@code /folder/*} or {@code /*}. */
    public CardeaFilter protect(String... paths) {
        return new CardeaFilter(guard.protect(paths));
    }

    /**
     * Returns the session; empty if the visitor is not signed in.
     *
     * @throws dev.cardea.error.ConfigurationException if the configuration is invalid
     * @throws dev.cardea.error.AdapterException if the store failed
     */
    public static Optional<Session> session(ServerRequest request) {
        return visitor(request).session();
    }

    /**
     * Returns the accounts and sessions of the signed-in user, for an account page; empty if no user is signed in.
     * Before a change, check {@link #isSameOrigin}.
     *
     * @throws dev.cardea.error.ConfigurationException if the configuration has no adapter
     * @throws dev.cardea.error.AdapterException if the store failed
     */
    public static Optional<Accounts> accounts(ServerRequest request) {
        return visitor(request).accounts();
    }

    /**
     * Returns the passkeys of the signed-in user, for an account page; empty if no user is signed in, or if the store
     * does not support passkeys. Before a change, check {@link #isSameOrigin}.
     *
     * @throws dev.cardea.error.AdapterException if the store failed
     */
    public static Optional<Passkeys> passkeys(ServerRequest request) {
        return visitor(request).passkeys();
    }

    /**
     * Returns whether the browser reports that a page of this site sent the request; see {@link Auth#isSameOrigin}.
     * Check it before your own handler signs a user in or out, or changes anything.
     */
    public static boolean isSameOrigin(ServerRequest request) {
        return visitor(request).isSameOrigin();
    }

    /** Signs a user in, or starts a sign-in with a provider, and sends the redirect. */
    public static void signIn(ServerRequest request, ServerResponse response, SignIn signIn) {
        send(response, signInWithoutRedirect(request, response, signIn));
    }

    /** Signs the user out and sends the redirect. */
    public static void signOut(ServerRequest request, ServerResponse response, SignOut signOut) {
        send(response, signOutWithoutRedirect(request, response, signOut));
    }

    /** See {@link Visitor#signIn(SignIn, dev.cardea.http.ResponseHeaders)}. */
    public static Redirect signInWithoutRedirect(ServerRequest request, ServerResponse response, SignIn signIn) {
        return visitor(request).signIn(signIn, Exchange.headers(response));
    }

    /** See {@link Visitor#signOut(SignOut, dev.cardea.http.ResponseHeaders)}. */
    public static Redirect signOutWithoutRedirect(ServerRequest request, ServerResponse response, SignOut signOut) {
        return visitor(request).signOut(signOut, Exchange.headers(response));
    }

    /** See {@link Visitor#unstableUpdate(Session, dev.cardea.http.ResponseHeaders)}. */
    public static Optional<Session> unstableUpdate(ServerRequest request, ServerResponse response, Session data) {
        return visitor(request).unstableUpdate(data, Exchange.headers(response));
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
        var admission = guard.admit(request, http.path().path());
        if (admission instanceof Admission.Route route) {
            Exchange.write(route.answer(Exchange.withBody(request, http)), http, answer);
        } else if (admission instanceof Admission.Denial denial) {
            Exchange.write(denial.response(), http, answer);
        } else if (admission instanceof Admission.Page page) {
            http.context().register(page.visitor());
            answer.beforeSend(() -> page.visitor().keep(answer.status().code(), Exchange.headers(answer)));
            chain.proceed();
        }
    }

    private static Visitor visitor(ServerRequest request) {
        return request.context()
                .get(Visitor.class)
                .orElseThrow(() -> new IllegalStateException(
                        "Cardea's filter has not seen this request; add it to the routing first"));
    }

    private static void send(ServerResponse response, Redirect redirect) {
        for (var field : redirect.headers().fields()) response.header(field.name(), field.value());
        response.status(Status.FOUND_302).send();
    }
}
