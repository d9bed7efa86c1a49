package dev.cardea.host.servlet;

import dev.cardea.Redirect;
import dev.cardea.SignIn;
import dev.cardea.SignOut;
import dev.cardea.Visitor;
import dev.cardea.http.Cookie;
import dev.cardea.model.Session;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * What pages call, behind {@link AuthFilter}.
 *
 * <pre>{@code
 * Cardea.session(request).map(s -> s.user().name())
 * Cardea.signOut(request, response, SignOut.to("/"))
 * }</pre>
 *
 * <p>What signs in or out was posted from a page of this site: that is for the application to make sure of.
 */
public final class Cardea {
    static final String VISITOR = "dev.cardea.visitor";

    private Cardea() {}

    /**
     * Who is signed in, if anyone.
     *
     * @throws dev.cardea.error.ConfigurationException where the configuration is broken
     * @throws dev.cardea.error.AdapterException where the store did not answer
     */
    public static Optional<Session> session(ServletRequest request) {
        return here(request).session();
    }

    /** Who came; empty where {@link AuthFilter} has not seen the request. */
    public static Optional<Visitor> visitor(ServletRequest request) {
        return Optional.ofNullable((Visitor) request.getAttribute(VISITOR));
    }

    /**
     * Answers instead of a page, where the {@code authorized} callback does not let the visitor through.
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
     * Returns whether the browser reports that a page of this site sent the request; see {@link
     * dev.cardea.Auth#isSameOrigin}. Ask it before a handler of your own signs in, signs out or changes anything.
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
     * Signs somebody in, or sends them to where they do, and answers with the redirect.
     *
     * @throws dev.cardea.error.AuthException where the sign-in is refused; nothing is answered then
     */
    public static void signIn(HttpServletRequest request, HttpServletResponse response, SignIn signIn) {
        send(signInQuietly(request, response, signIn), response);
    }

    /**
     * Signs somebody out and answers with the redirect.
     *
     * @throws dev.cardea.error.AuthException where the store could not end the session; nothing is answered then
     */
    public static void signOut(HttpServletRequest request, HttpServletResponse response, SignOut signOut) {
        send(signOutQuietly(request, response, signOut), response);
    }

    /**
     * As {@link #signIn}, but the redirect is the caller's to send (interface: {@code redirect: false}); the cookies are
     * set.
     */
    public static Redirect signInQuietly(HttpServletRequest request, HttpServletResponse response, SignIn signIn) {
        var visitor = here(request);
        var redirect = visitor.signIn(signIn);
        setCookies(visitor, redirect.cookies(), response);
        return redirect;
    }

    /** As {@link #signOut}, but the redirect is the caller's to send; the cookies are set. */
    public static Redirect signOutQuietly(HttpServletRequest request, HttpServletResponse response, SignOut signOut) {
        var visitor = here(request);
        var redirect = visitor.signOut(signOut);
        setCookies(visitor, redirect.cookies(), response);
        return redirect;
    }

    /**
     * Changes the session (interface: {@code unstable_update}; may change in any release). This request goes on with the
     * session it came with.
     *
     * @return what the session is now; empty where there is none
     */
    public static Optional<Session> unstableUpdate(
            HttpServletRequest request, HttpServletResponse response, Session data) {
        var visitor = here(request);
        var read = visitor.unstableUpdate(data);
        setCookies(visitor, read.cookies(), response);
        return read.session();
    }

    /** @throws IllegalStateException where the filter does not stand before this page */
    private static Visitor here(ServletRequest request) {
        return visitor(request)
                .orElseThrow(() ->
                        new IllegalStateException("Cardea's filter has not seen this request; map AuthFilter to /*"));
    }

    private static void send(Redirect redirect, HttpServletResponse response) {
        response.setStatus(HttpServletResponse.SC_FOUND);
        response.setHeader("Location", redirect.to());
    }

    /** A line that kept the session as it was may not stand beside one that changes it. */
    private static void setCookies(Visitor visitor, List<Cookie> cookies, HttpServletResponse response) {
        if (cookies.isEmpty()) return;
        var lines = visitor.replaced(List.copyOf(response.getHeaders("Set-Cookie")), cookies);
        response.setHeader("Set-Cookie", lines.get(0));
        for (var line : lines.subList(1, lines.size())) response.addHeader("Set-Cookie", line);
        Exchange.keep(visitor, response);
    }
}
