package dev.cardea.host.servlet;

import dev.cardea.Accounts;
import dev.cardea.Passkeys;
import dev.cardea.Visitor;
import dev.cardea.action.Redirect;
import dev.cardea.action.SignIn;
import dev.cardea.action.SignOut;
import dev.cardea.http.ResponseHeaders;
import dev.cardea.model.Session;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The functions for pages, behind {@link CardeaFilter}. Safe for concurrent use.
 *
 * <pre>{@code
 * Cardea.session(request).map(s -> s.user().name())
 * Cardea.signOut(request, response, SignOut.to("/"))
 * }</pre>
 *
 * <p>Before you sign a user in or out, check that a page of this site sent the request ({@link #isSameOrigin});
 * otherwise another site could do so (CSRF).
 */
public final class Cardea {
    static final String VISITOR = "dev.cardea.visitor";

    private Cardea() {}

    /**
     * Returns the session; empty if the visitor is not signed in.
     *
     * @throws dev.cardea.error.ConfigurationException if the configuration is invalid
     * @throws dev.cardea.error.AdapterException if the store failed
     */
    public static Optional<Session> session(ServletRequest request) {
        return here(request).session();
    }

    /**
     * Returns the accounts and sessions of the signed-in user, for an account page; empty if no user is signed in.
     * Before a change, check {@link #isSameOrigin}.
     *
     * @throws dev.cardea.error.ConfigurationException if the configuration has no adapter
     * @throws dev.cardea.error.AdapterException if the store failed
     */
    public static Optional<Accounts> accounts(ServletRequest request) {
        return here(request).accounts();
    }

    /**
     * Returns the passkeys of the signed-in user, for an account page; empty if no user is signed in, or if the store
     * does not support passkeys. Before a change, check {@link #isSameOrigin}.
     *
     * @throws dev.cardea.error.AdapterException if the store failed
     */
    public static Optional<Passkeys> passkeys(ServletRequest request) {
        return here(request).passkeys();
    }

    /** Returns the visitor; empty if {@link CardeaFilter} has not seen the request. */
    public static Optional<Visitor> visitor(ServletRequest request) {
        return Optional.ofNullable((Visitor) request.getAttribute(VISITOR));
    }

    /**
     * Sends a response instead of the page if the {@code authorized} callback rejects the visitor. Returns whether it
     * did so.
     *
     * <pre>{@code
     * if (Cardea.sendRefusal(request, response)) return;
     * }</pre>
     */
    public static boolean sendRefusal(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var refusal = here(request).refusal();
        if (refusal.isPresent()) Exchange.write(refusal.get(), request, response);
        return refusal.isPresent();
    }

    /**
     * Returns whether the browser reports that a page of this site sent the request; see
     * {@link dev.cardea.Auth#isSameOrigin}. Check it before your own handler signs a user in or out, or changes
     * anything.
     *
     * <pre>{@code
     * if (!Cardea.isSameOrigin(request)) response.sendError(403);
     * else Cardea.signOut(request, response, SignOut.to("/"));
     * }</pre>
     */
    public static boolean isSameOrigin(ServletRequest request) {
        return here(request).isSameOrigin();
    }

    /**
     * Signs a user in, or starts a sign-in with a provider, and sends the redirect.
     *
     * @throws dev.cardea.error.AuthException if the sign-in is rejected; no response is sent then
     */
    public static void signIn(HttpServletRequest request, HttpServletResponse response, SignIn signIn) {
        send(signInWithoutRedirect(request, response, signIn), response);
    }

    /**
     * Signs the user out and sends the redirect.
     *
     * @throws dev.cardea.error.AuthException if the store could not end the session; no response is sent then
     */
    public static void signOut(HttpServletRequest request, HttpServletResponse response, SignOut signOut) {
        send(signOutWithoutRedirect(request, response, signOut), response);
    }

    /** See {@link Visitor#signIn(SignIn, dev.cardea.http.ResponseHeaders)}. */
    public static Redirect signInWithoutRedirect(
            HttpServletRequest request, HttpServletResponse response, SignIn signIn) {
        return here(request).signIn(signIn, headers(request, response));
    }

    /** See {@link Visitor#signOut(SignOut, dev.cardea.http.ResponseHeaders)}. */
    public static Redirect signOutWithoutRedirect(
            HttpServletRequest request, HttpServletResponse response, SignOut signOut) {
        return here(request).signOut(signOut, headers(request, response));
    }

    /** See {@link Visitor#unstableUpdate(Session, dev.cardea.http.ResponseHeaders)}. */
    public static Optional<Session> unstableUpdate(
            HttpServletRequest request, HttpServletResponse response, Session data) {
        return here(request).unstableUpdate(data, headers(request, response));
    }

    /** @throws IllegalStateException if the filter did not run before this page */
    private static Visitor here(ServletRequest request) {
        return visitor(request)
                .orElseThrow(() ->
                        new IllegalStateException("Cardea's filter has not seen this request; map CardeaFilter to /*"));
    }

    private static void send(Redirect redirect, HttpServletResponse response) {
        response.setStatus(HttpServletResponse.SC_FOUND);
        for (var field : redirect.headers().fields()) response.setHeader(field.name(), field.value());
    }

    /** Sets cache headers with the cookies, because a response without a session to renew has no later moment for it. */
    private static ResponseHeaders headers(HttpServletRequest request, HttpServletResponse response) {
        var visitor = here(request);
        return new ServletHeaders(response) {
            @Override
            public void set(String name, List<String> values) {
                super.set(name, values);
                visitor.keep(response.getStatus(), new ServletHeaders(response));
            }
        };
    }
}
