package dev.cardea.host.servlet;

import dev.cardea.Visitor;
import dev.cardea.action.Redirect;
import dev.cardea.action.SignIn;
import dev.cardea.action.SignOut;
import dev.cardea.http.Cookie;
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

    /** Returns the visitor; empty if {@link CardeaFilter} has not seen the request. */
    public static Optional<Visitor> visitor(ServletRequest request) {
        return Optional.ofNullable((Visitor) request.getAttribute(VISITOR));
    }

    /**
     * Sends a response instead of the page if the {@code authorized} callback rejects the visitor.
     *
     * <pre>{@code
     * if (Cardea.refused(request, response)) return;
     * }</pre>
     */
    public static boolean refused(HttpServletRequest request, HttpServletResponse response) throws IOException {
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

    /**
     * Works as {@link #signIn}, but returns the redirect to the caller (Auth.js: {@code redirect: false}); the cookies
     * are set.
     */
    public static Redirect signInWithoutRedirect(
            HttpServletRequest request, HttpServletResponse response, SignIn signIn) {
        var visitor = here(request);
        var redirect = visitor.signIn(signIn);
        setCookies(visitor, redirect.cookies(), response);
        return redirect;
    }

    /** Works as {@link #signOut}, but returns the redirect to the caller; the cookies are set. */
    public static Redirect signOutWithoutRedirect(
            HttpServletRequest request, HttpServletResponse response, SignOut signOut) {
        var visitor = here(request);
        var redirect = visitor.signOut(signOut);
        setCookies(visitor, redirect.cookies(), response);
        return redirect;
    }

    /**
     * Changes the session (Auth.js: {@code unstable_update}; may change in any release). During this request, the
     * session stays the one that it came with.
     *
     * @return the new session; empty if the visitor is not signed in
     */
    public static Optional<Session> unstableUpdate(
            HttpServletRequest request, HttpServletResponse response, Session data) {
        var visitor = here(request);
        var read = visitor.unstableUpdate(data);
        setCookies(visitor, read.cookies(), response);
        return read.session();
    }

    /** @throws IllegalStateException if the filter did not run before this page */
    private static Visitor here(ServletRequest request) {
        return visitor(request)
                .orElseThrow(() ->
                        new IllegalStateException("Cardea's filter has not seen this request; map CardeaFilter to /*"));
    }

    private static void send(Redirect redirect, HttpServletResponse response) {
        response.setStatus(HttpServletResponse.SC_FOUND);
        response.setHeader("Location", redirect.to());
    }

    /** A cookie that extends the session must not be sent beside one that changes it. */
    private static void setCookies(Visitor visitor, List<Cookie> cookies, HttpServletResponse response) {
        if (cookies.isEmpty()) return;
        var lines = visitor.replaced(List.copyOf(response.getHeaders("Set-Cookie")), cookies);
        response.setHeader("Set-Cookie", lines.get(0));
        for (var line : lines.subList(1, lines.size())) response.addHeader("Set-Cookie", line);
        Exchange.keep(visitor, response);
    }
}
