package dev.cardea;

import dev.cardea.action.Redirect;
import dev.cardea.action.SessionRead;
import dev.cardea.action.SignIn;
import dev.cardea.action.SignOut;
import dev.cardea.error.AdapterException;
import dev.cardea.error.AuthException;
import dev.cardea.http.Cookie;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.ResponseHeaders;
import dev.cardea.internal.engine.AuthEngine;
import dev.cardea.internal.engine.ClosedPage;
import dev.cardea.internal.engine.ServerActions;
import dev.cardea.internal.engine.ServerView;
import dev.cardea.internal.engine.SessionHeaders;
import dev.cardea.model.Session;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The visitor who sent a request, with the session, which is read once: for filters and middleware.
 *
 * <pre>{@code
 * var visitor = auth.visitor(request);
 * visitor.session() …                           // for the page
 * visitor.signOut(SignOut.DEFAULT, headers) …   // from the page; sets the cookies
 * visitor.keep(status, headers) …               // when the page has set its headers
 * }</pre>
 *
 * <p>A framework integration attaches it to the request that {@link Guard} admits, and passes on what pages ask of it.
 */
public final class Visitor {
    private static final String SET_COOKIE = "Set-Cookie";

    private final Request request;
    private final @Nullable AuthEngine engine;
    private final ServerActions.@Nullable OpenedSession opened;
    private final @Nullable Session session;
    private final @Nullable RuntimeException failure;
    private final SessionHeaders headers;

    private Visitor(
            Request request,
            @Nullable AuthEngine engine,
            ServerActions.@Nullable OpenedSession opened,
            @Nullable RuntimeException failure) {
        this.request = request;
        this.engine = engine;
        this.opened = opened;
        this.session = opened == null ? null : ServerView.of(opened.read());
        this.failure = failure;
        headers = new SessionHeaders(
                opened, engine == null ? Clock.systemUTC() : engine.site().settings().clock);
    }

    /** Never throws: while the store is down, pages that do not read the session still work. */
    static Visitor of(EngineLookup lookup, Request request) {
        AuthEngine engine = null;
        try {
            engine = lookup.required();
            var opened = engine.serverActions().open(request);
            var unknown = ServerView.unknown(opened.read());
            return new Visitor(request, engine, opened, unknown.orElse(null));
        } catch (RuntimeException e) {
            return new Visitor(request, engine, null, e);
        }
    }

    /**
     * Returns the session; empty if the visitor is not signed in.
     *
     * @throws dev.cardea.error.ConfigurationException if the configuration is broken
     * @throws AdapterException if the store didn't respond
     * @throws AuthException if a callback failed; it is then unknown whether the visitor is signed in
     */
    public Optional<Session> session() {
        if (failure != null) throw failure;
        return Optional.ofNullable(session);
    }

    /**
     * Signs the visitor in from your own code; see {@link Auth#signIn}. {@link #session} of this request does not
     * change.
     *
     * @return the redirect to send; its cookies are sent with {@link #replaced}
     * @throws AuthException if the sign-in is rejected
     */
    public Redirect signIn(SignIn signIn) {
        return serverActions().signIn(request, signIn);
    }

    /**
     * Signs the visitor out from your own code; see {@link Auth#signOut}.
     *
     * @throws AuthException if the store could not end the session
     */
    public Redirect signOut(SignOut signOut) {
        return serverActions().signOut(request, signOut);
    }

    /**
     * Returns the accounts and sessions of the signed-in user; see {@link Auth#accounts}. Empty if no user is signed
     * in.
     *
     * @throws dev.cardea.error.ConfigurationException if the configuration is broken, or has no adapter
     * @throws AdapterException if the store doesn't respond
     */
    public Optional<Accounts> accounts() {
        return Accounts.of(engine(), request);
    }

    /**
     * Returns the passkeys of the signed-in user; see {@link Auth#passkeys}. Empty if no user is signed in, or if the
     * store does not support passkeys.
     *
     * @throws AdapterException if the store doesn't respond
     */
    public Optional<Passkeys> passkeys() {
        return Passkeys.of(engine(), request);
    }

    /** Changes the session from your own code; see {@link Auth#unstableUpdate}. */
    public SessionRead unstableUpdate(Session data) {
        return serverActions().update(request, data);
    }

    /**
     * Works as {@link #signIn(SignIn)}, and sets the cookies in the response (Auth.js: {@code redirect: false}).
     *
     * @param response the response to the request, not yet sent
     * @return the redirect for the caller to send; its cookies are set already
     * @throws AuthException if the sign-in is rejected; then no cookie is set
     */
    public Redirect signIn(SignIn signIn, ResponseHeaders response) {
        var redirect = signIn(signIn);
        addCookies(redirect.cookies(), response);
        return redirect;
    }

    /**
     * Works as {@link #signOut(SignOut)}, and sets the cookies in the response.
     *
     * @param response the response to the request, not yet sent
     * @return the redirect for the caller to send; its cookies are set already
     * @throws AuthException if the store could not end the session; then no cookie is set
     */
    public Redirect signOut(SignOut signOut, ResponseHeaders response) {
        var redirect = signOut(signOut);
        addCookies(redirect.cookies(), response);
        return redirect;
    }

    /**
     * Works as {@link #unstableUpdate(Session)}, and sets the cookies in the response. May change in any release.
     *
     * @param response the response to the request, not yet sent
     * @return the new session; empty if the visitor is not signed in
     */
    public Optional<Session> unstableUpdate(Session data, ResponseHeaders response) {
        var read = unstableUpdate(data);
        addCookies(read.cookies(), response);
        return read.session();
    }

    /**
     * Sets the cookies of a sign-in, sign-out or update in the response, for frameworks that set cookies in a separate
     * step. Removes the cookie that would have extended the session as it was.
     */
    public void addCookies(List<Cookie> own, ResponseHeaders response) {
        if (!own.isEmpty()) response.set(SET_COOKIE, replaced(List.copyOf(response.values(SET_COOKIE)), own));
    }

    /** Returns whether a page of this site sent the visitor's request; see {@link Auth#isSameOrigin}. */
    public boolean isSameOrigin() {
        return serverActions().isSameOrigin(request);
    }

    /**
     * Returns the cookies that extend the visitor's session, or that end one that is over. The list is mostly empty: a
     * session is extended once in {@code updateAge}. {@link #keep} decides which answers carry the cookies.
     */
    public List<Cookie> cookies() {
        return headers.cookies();
    }

    /**
     * Returns the response that replaces a protected page; empty if the {@code authorized} callback allows the visitor
     * to see it. A visitor who is not signed in is sent to the sign-in page and back, or gets 401 if the request does
     * not accept a page. A signed-in user who is not allowed gets 403. While it is unknown who is signed in, the
     * response is 503, or 500 if the configuration is broken.
     *
     * @param page the request for the page; differs from the visitor's request if a framework forwards it
     */
    public Optional<Response> refusal(Request page) {
        if (failure != null || engine == null || opened == null) return Optional.of(closed(failure));
        try {
            return Optional.ofNullable(engine.serverActions().authorize(request, page, session, opened.origin()))
                    .map(this::keep);
        } catch (RuntimeException e) {
            return Optional.of(closed(e));
        }
    }

    /** Works as {@link #refusal(Request)}, for the page that the visitor requested. */
    public Optional<Response> refusal() {
        return refusal(request);
    }

    /**
     * Returns the response to a visitor who lacks what a page requires in addition to a session, such as a role: 403, as
     * a page if the request accepts one, or else as {@code {"error":"forbidden"}}.
     */
    public Response forbidden() {
        if (failure != null || engine == null || opened == null) return closed(failure);
        return keep(engine.serverActions().forbidden(request, session, opened.origin()));
    }

    /**
     * Adds the session's cookies and cache headers to a response; see {@link #keep(int, Headers)}. Call it as late as
     * possible, when the page has set its own headers. Call it again if the page then changes a header for which {@link
     * #isKeptBy} returns {@code true}.
     *
     * @param response not yet sent
     */
    public void keep(int status, ResponseHeaders response) {
        headers.keep(status, response);
    }

    /** Returns the page with the session's cookies and cache headers; see {@link #keep(int, Headers)}. */
    public Response keep(Response page) {
        return page.headers(keep(page.status(), page.headers()));
    }

    /**
     * Returns whether {@link #keep(int, Headers)} reads a header. A framework integration passes it all headers for
     * which this method returns {@code true}. Names of headers for shared caches are not a fixed list (RFC 9213).
     */
    public static boolean isKeptBy(String header) {
        return SessionHeaders.isRead(header);
    }

    /**
     * Returns the headers of a response, with the session's cookies and cache headers where they belong. Call it as
     * late as possible, when the page has set its own headers, and send its values for all names that it returns.
     *
     * <p>A response that carries a session cookie is {@code private, no-store}, unless the page's own {@code
     * Cache-Control} is {@code private} or {@code no-store}, and varies by {@code Cookie}. Three kinds of answers carry
     * no session cookie: one that a shared cache may keep, one whose page sets or deletes the session cookie itself,
     * and one that was overtaken by a sign-out.
     */
    public Headers keep(int status, Headers page) {
        return headers.keep(status, page);
    }

    /**
     * Returns the {@code Set-Cookie} lines of a page that signs in, signs out or changes the session: the lines before
     * and the new cookies, without the cookie that would have extended the session as it was.
     */
    public List<String> replaced(List<String> before, List<Cookie> own) {
        return headers.replaced(before, own);
    }

    private ServerActions serverActions() {
        return engine().serverActions();
    }

    private AuthEngine engine() {
        // Without an engine there is a failure that says why.
        if (engine == null) throw Objects.requireNonNull(failure);
        return engine;
    }

    private Response closed(@Nullable RuntimeException cause) {
        return ClosedPage.answer(cause, engine == null ? null : engine.site());
    }
}
