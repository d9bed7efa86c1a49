package dev.cardea;

import dev.cardea.action.BadRequestException;
import dev.cardea.action.Redirect;
import dev.cardea.action.SessionRead;
import dev.cardea.action.SignIn;
import dev.cardea.action.SignOut;
import dev.cardea.error.AdapterException;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Cookie;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.ResponseHeaders;
import dev.cardea.internal.engine.AuthEngine;
import dev.cardea.internal.engine.MisconfiguredResponder;
import dev.cardea.internal.engine.ResponseWriter;
import dev.cardea.internal.engine.ServerActions;
import dev.cardea.internal.engine.ServerView;
import dev.cardea.internal.engine.SharedCache;
import dev.cardea.model.Session;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The visitor of a request and their session, read once: for filters and middleware.
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
    private static final String UNAVAILABLE = "{\"message\":\"Who is signed in cannot be looked up at the moment.\"}";

    private final Request request;
    private final @Nullable AuthEngine engine;
    private final ServerActions.@Nullable OpenedSession opened;
    private final @Nullable Session session;
    private final @Nullable RuntimeException failure;

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
    }

    /** Never throws: while the store is down, pages that do not read the session still work. */
    static Visitor of(Supplier<AuthEngine> engines, Request request) {
        AuthEngine engine = null;
        try {
            engine = engines.get();
            var opened = engine.serverActions().open(request);
            var unknown = ServerView.unknown(opened.read());
            return new Visitor(request, engine, opened, unknown.orElse(null));
        } catch (RuntimeException e) {
            return new Visitor(request, engine, null, e);
        }
    }

    /**
     * Who is signed in, if anyone.
     *
     * @throws dev.cardea.error.ConfigurationException where the configuration is broken
     * @throws AdapterException where the store did not answer
     * @throws AuthException where a callback failed; whether the visitor is signed in is unknown
     */
    public Optional<Session> session() {
        if (failure != null) throw failure;
        return Optional.ofNullable(session);
    }

    /**
     * Signs a visitor in from code; see {@link Auth#signIn}. This request keeps the session that it came with.
     *
     * @return with the cookies to send, by {@link #replaced}
     */
    public Redirect signIn(SignIn signIn) {
        return operations().signIn(request, signIn);
    }

    /** Signs the visitor out from code; see {@link Auth#signOut}. */
    public Redirect signOut(SignOut signOut) {
        return operations().signOut(request, signOut);
    }

    /** Changes the session from code; see {@link Auth#unstableUpdate}. */
    public SessionRead unstableUpdate(Session data) {
        return operations().update(request, data);
    }

    /**
     * Works as {@link #signIn(SignIn)}, and sets the cookies in the response (Auth.js: {@code redirect: false}). The
     * session of this request stays the one that it came with.
     *
     * @param response of the request, not sent yet
     * @return for the caller to send; its cookies are set
     * @throws AuthException where the sign-in is refused; nothing is set then
     */
    public Redirect signIn(SignIn signIn, ResponseHeaders response) {
        var redirect = signIn(signIn);
        addCookies(redirect.cookies(), response);
        return redirect;
    }

    /**
     * Works as {@link #signOut(SignOut)}, and sets the cookies in the response.
     *
     * @param response of the request, not sent yet
     * @return for the caller to send; its cookies are set
     * @throws AuthException where the store could not end the session; nothing is set then
     */
    public Redirect signOut(SignOut signOut, ResponseHeaders response) {
        var redirect = signOut(signOut);
        addCookies(redirect.cookies(), response);
        return redirect;
    }

    /**
     * Works as {@link #unstableUpdate(Session)}, and sets the cookies in the response. May change in any release.
     *
     * @param response of the request, not sent yet
     * @return the new session; empty if the visitor is not signed in
     */
    public Optional<Session> unstableUpdate(Session data, ResponseHeaders response) {
        var read = unstableUpdate(data);
        addCookies(read.cookies(), response);
        return read.session();
    }

    /**
     * Sets the cookies of a sign-in, sign-out or update from code, where a framework does that in a separate step. A
     * cookie that keeps the session as it was is removed.
     */
    public void addCookies(List<Cookie> own, ResponseHeaders response) {
        if (!own.isEmpty()) response.set(SET_COOKIE, replaced(List.copyOf(response.values(SET_COOKIE)), own));
    }

    /** Returns whether a page of this site sent the visitor's request; see {@link Auth#isSameOrigin}. */
    public boolean isSameOrigin() {
        return operations().isSameOrigin(request);
    }

    /**
     * Returns the cookies that prolong the visitor's session, or end one that is over. Mostly there are none: a session is
     * prolonged once in {@code updateAge}. {@link #keep} decides which answers carry them.
     */
    public List<Cookie> cookies() {
        return opened == null ? List.of() : opened.read().cookies();
    }

    /**
     * The answer instead of a protected page, to a visitor whom the {@code authorized} callback does not let through. One
     * who is not signed in is sent to the sign-in page with a way back, or gets 401 where no page was asked for. A signed-in
     * user gets 403. While it is unknown who is signed in it is 503, or 500.
     *
     * @param page the request for it; another one than the visitor's where a framework forwards
     */
    public Optional<Response> refusal(Request page) {
        if (failure != null || engine == null || opened == null) return Optional.of(closed(failure));
        try {
            return Optional.ofNullable(engine.serverActions().authorize(page, session, opened.origin()))
                    .map(this::keep);
        } catch (RuntimeException e) {
            return Optional.of(closed(e));
        }
    }

    /** The same for the page that the visitor came for. */
    public Optional<Response> refusal() {
        return refusal(request);
    }

    /**
     * The answer to a visitor who lacks what a page asks for beyond a session, a role for example: 403, as a page where one
     * was asked for, else as {@code {"error":"forbidden"}}.
     */
    public Response forbidden() {
        if (failure != null || engine == null || opened == null) return closed(failure);
        return keep(engine.serverActions().forbidden(request, session, opened.origin()));
    }

    /**
     * Sets the headers with which a response leaves; see {@link #keep(int, Headers)}. Call it as late as possible, when the
     * page has set its own headers, and again if the page changes one for which {@link #isKeptBy} holds.
     *
     * @param response not sent yet
     */
    public void keep(int status, ResponseHeaders response) {
        List<Headers.Field> fields = new ArrayList<>();
        // Some servers name a header once for each of its lines.
        var names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(response.names());
        for (var name : names) {
            if (!isKeptBy(name)) continue;
            for (var value : response.values(name)) fields.add(new Headers.Field(name, value));
        }
        var page = Headers.of(fields);
        var kept = keep(status, page);
        if (kept == page) return;
        for (var name : kept.names()) {
            if (!kept.all(name).equals(page.all(name))) response.set(name, kept.all(name));
        }
    }

    /** Returns the page with the headers that {@link #keep(int, Headers)} gives it. */
    public Response keep(Response page) {
        return page.headers(keep(page.status(), page.headers()));
    }

    /**
     * Returns whether {@link #keep(int, Headers)} looks at a header. A host passes all of an answer's headers for which this
     * holds; names of headers for shared caches are not a fixed list (RFC 9213).
     */
    public static boolean isKeptBy(String header) {
        return header.equalsIgnoreCase("Set-Cookie") || header.equalsIgnoreCase("Vary") || SharedCache.isPolicy(header);
    }

    /**
     * Returns the headers with which an answer leaves. Ask it as late as possible, when the page has set its own headers,
     * and send its values for all names that it returns.
     *
     * <p>An answer that carries a session cookie is {@code private, no-store}, unless the page's own {@code Cache-Control} is
     * {@code private} or {@code no-store}, and varies by {@code Cookie}. An answer that a shared cache may keep carries none. Neither does one whose page says itself
     * what becomes of the session, nor one that was overtaken by a sign-out.
     */
    public Headers keep(int status, Headers page) {
        if (page.all(SET_COOKIE).stream().anyMatch(this::isAboutSession)) return uncached(status, page);
        if (opened == null || cookies().isEmpty()) return page;
        if (isPublic(status, page) || !opened.read().renewal().isWanted()) return page;
        opened.read().renewal().sent();
        var kept = Response.of(status).cookies(cookies()).headers();
        for (var field : page.fields()) kept = kept.with(field.name(), field.value());
        return uncached(status, kept);
    }

    private boolean isPublic(int status, Headers page) {
        var clock = engine == null ? Clock.systemUTC() : engine.settings.clock;
        return SharedCache.mayStore(status, page, clock.instant());
    }

    /** A page that signs in or out itself has to send its cookies, so no shared cache may keep it. */
    private Headers uncached(int status, Headers headers) {
        var result = headers;
        if (!SharedCache.isClosed(headers) || isPublic(status, headers)) result = SharedCache.closed(headers);
        boolean varies = result.all("Vary").stream()
                .flatMap(line -> List.of(line.split(",")).stream())
                .anyMatch(name -> name.trim().equals("*") || name.trim().equalsIgnoreCase("cookie"));
        return varies ? result : result.with("Vary", "Cookie");
    }

    /**
     * The {@code Set-Cookie} lines of a page to which a sign-in, sign-out or update from code adds its own: those
     * before, without what would have kept the session as it was.
     */
    public List<String> replaced(List<String> before, List<Cookie> own) {
        var kept = cookies().stream().map(Cookie::toHeaderValue).toList();
        var lines = new ArrayList<>(before);
        lines.removeAll(kept);
        own.forEach(cookie -> lines.add(cookie.toHeaderValue()));
        return lines;
    }

    private ServerActions operations() {
        // Without an engine there is a failure that says why.
        if (engine == null) throw Objects.requireNonNull(failure);
        return engine.serverActions();
    }

    private boolean isAboutSession(String line) {
        if (opened == null) return false;
        return base(line.substring(0, Math.max(line.indexOf('='), 0))).equals(opened.cookieName());
    }

    /** The name without the number of a chunk. */
    private static String base(String name) {
        int end = name.length();
        while (end > 0 && Character.isDigit(name.charAt(end - 1))) end--;
        return end > 0 && end < name.length() && name.charAt(end - 1) == '.' ? name.substring(0, end - 1) : name;
    }

    private Response closed(@Nullable RuntimeException cause) {
        if (cause instanceof BadRequestException) return ResponseWriter.badRequest();
        if (ServerView.isUnknown(cause)) return ResponseWriter.uncached(Response.json(503, UNAVAILABLE));
        var error = cause instanceof AuthException auth
                ? auth
                : new AuthException(ErrorType.AUTH_ERROR, "the authorized callback threw", cause);
        return (engine == null ? MisconfiguredResponder.of(error) : MisconfiguredResponder.of(error, engine.settings))
                .pageResponse();
    }
}
