package dev.cardea;

import dev.cardea.action.BadRequestException;
import dev.cardea.error.AdapterException;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Cookie;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.model.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Who came with a request, read once: for hosts that stand before pages which they do not call themselves.
 *
 * <pre>{@code
 * var visitor = auth.visitor(request);
 * guarded.refusal(visitor, routed) …   // an answer instead of the page
 * visitor.cookies() …                  // with the page
 * visitor.session() …                  // for the page
 * visitor.signOut(SignOut.DEFAULT) …   // from the page; its cookies come by replaced()
 * }</pre>
 *
 * <p>A host leaves it with the request, and hands on what pages ask of it: translating is all that is left to do.
 */
public final class Visitor {
    private static final String UNAVAILABLE = "{\"message\":\"Who is signed in cannot be looked up at the moment.\"}";

    private final Request request;
    private final @Nullable Engine engine;
    private final SessionRead read;
    private final @Nullable RuntimeException failure;

    private Visitor(Request request, @Nullable Engine engine, SessionRead read, @Nullable RuntimeException failure) {
        this.request = request;
        this.engine = engine;
        this.read = read;
        this.failure = failure;
    }

    /** Never throws: a page that does not ask who is there is shown while the store is down. */
    static Visitor of(Supplier<Engine> engines, Request request) {
        Engine engine = null;
        try {
            engine = engines.get();
            return new Visitor(request, engine, engine.operations().read(request, null), null);
        } catch (RuntimeException e) {
            return new Visitor(request, engine, new SessionRead(Optional.empty(), List.of()), e);
        }
    }

    /**
     * Who is signed in, if anyone.
     *
     * @throws dev.cardea.error.ConfigurationException where the configuration is broken
     * @throws AdapterException where the store did not answer
     */
    public Optional<Session> session() {
        if (failure != null) throw failure;
        return read.session();
    }

    /**
     * Signs somebody in from code; see {@link Auth#signIn}. This request goes on with the session it came with.
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
        return operations().read(request, data.claims().asMap());
    }

    /** Returns whether a page of this site sent the visitor's request; see {@link Auth#isSameOrigin}. */
    public boolean isSameOrigin() {
        return operations().isSameOrigin(request);
    }

    /** What keeps the visitor signed in; to send with any page that is no {@link #refusal}. */
    public List<Cookie> cookies() {
        return read.cookies();
    }

    /**
     * The answer instead of a protected page, for one whom the {@code authorized} callback does not let through: to the
     * sign-in page with a way back, or 401 for what is no page. While nobody can say who came it is 503, or 500.
     *
     * @param page the request for it; another one than the visitor's where a framework forwards
     */
    public Optional<Response> refusal(Request page) {
        if (failure != null || engine == null) return Optional.of(closed(failure));
        try {
            return Optional.ofNullable(
                            engine.operations().authorize(page, read.session().orElse(null)))
                    .map(this::keep);
        } catch (RuntimeException e) {
            return Optional.of(closed(e));
        }
    }

    /** The same for the page that the visitor came for. */
    public Optional<Response> refusal() {
        return refusal(request);
    }

    /** A page with what keeps the visitor signed in, unless the page itself says what becomes of the session. */
    public Response keep(Response page) {
        if (page.headers().all("Set-Cookie").stream().anyMatch(this::isAboutSession)) return page;
        var kept = Response.of(page.status()).cookies(cookies()).headers();
        for (var field : page.headers().fields()) kept = kept.with(field.name(), field.value());
        return page.headers(kept);
    }

    /**
     * The {@code Set-Cookie} lines of a page to which a sign-in, sign-out or update from code adds its own: those
     * before, without what would have kept the session as it was. With {@link #cookies} for its own they are those of
     * any other page.
     */
    public List<String> replaced(List<String> before, List<Cookie> own) {
        var kept = cookies().stream().map(Cookie::toHeaderValue).toList();
        var lines = new ArrayList<>(before);
        lines.removeAll(kept);
        own.forEach(cookie -> lines.add(cookie.toHeaderValue()));
        return lines;
    }

    /** Its path as it was sent; a framework may have another reading of it. */
    String path() {
        return request.path();
    }

    private Operations operations() {
        // Without an engine there is a failure that says why.
        if (engine == null) throw Objects.requireNonNull(failure);
        return engine.operations();
    }

    private boolean isAboutSession(String line) {
        var name = base(line.substring(0, Math.max(line.indexOf('='), 0)));
        return cookies().stream().anyMatch(cookie -> base(cookie.name()).equals(name));
    }

    /** The name without the number of a chunk. */
    private static String base(String name) {
        int end = name.length();
        while (end > 0 && Character.isDigit(name.charAt(end - 1))) end--;
        return end > 0 && end < name.length() && name.charAt(end - 1) == '.' ? name.substring(0, end - 1) : name;
    }

    private Response closed(@Nullable RuntimeException cause) {
        if (cause instanceof BadRequestException) return Answers.badRequest();
        if (cause instanceof AdapterException) return Answers.uncached(Response.json(503, UNAVAILABLE));
        var error = cause instanceof AuthException auth
                ? auth
                : new AuthException(ErrorType.AUTH_ERROR, "the authorized callback threw", cause);
        return (engine == null ? BrokenConfiguration.of(error) : BrokenConfiguration.of(error, engine.config)).closed();
    }
}
