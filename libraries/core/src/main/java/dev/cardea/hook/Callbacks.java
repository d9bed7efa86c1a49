package dev.cardea.hook;

import dev.cardea.http.WebUrl;
import dev.cardea.json.Claims;
import dev.cardea.model.Session;
import dev.cardea.model.User;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Application code that decides (Auth.js: {@code callbacks}). Start from {@link #DEFAULT} and replace what you need;
 * each method returns a changed copy.
 *
 * <pre>{@code
 * Callbacks.DEFAULT
 *     .signIn(p -> Decision.allowIf(staff.has(p.user().email())))
 *     .jwt(p -> p.user() == null ? p.token() : p.token().with(TEAM, teams.of(p.user())))
 *     .show("role", roles::of)
 * }</pre>
 *
 * <p>A callback runs on the caller's thread, outside any transaction, and must be safe for concurrent use. An exception
 * of {@code signIn} becomes AccessDenied. If {@code jwt} or {@code session} throws while a session is read, it is
 * unknown who is signed in: the visitor keeps the cookie, protected pages return 503, and {@code GET session} returns
 * {@code null}. An exception of another callback leads to the error page.
 */
public final class Callbacks {
    private static final List<String> NAME_EMAIL_IMAGE = List.of("name", "email", "image");
    private static final List<String> USER_AND_EXPIRES = List.of("user", "expires");

    public static final Callbacks DEFAULT = new Callbacks(
            params -> Decision.allow(),
            Callbacks::allowedAddress,
            JwtParams::token,
            Callbacks::nameEmailImage,
            params -> Decision.allowIf(params.auth() != null),
            false,
            false,
            name -> true);

    private final Function<SignInParams, Decision> signIn;
    private final Function<RedirectParams, @Nullable String> redirect;
    private final Function<JwtParams, @Nullable Claims> jwt;
    private final Function<SessionParams, @Nullable Session> session;
    private final Function<AuthorizedParams, Decision> authorized;
    private final boolean isJwtSet;
    private final boolean isSessionSet;
    private final Predicate<String> isSet;

    Callbacks(
            Function<SignInParams, Decision> signIn,
            Function<RedirectParams, @Nullable String> redirect,
            Function<JwtParams, @Nullable Claims> jwt,
            Function<SessionParams, @Nullable Session> session,
            Function<AuthorizedParams, Decision> authorized,
            boolean isJwtSet,
            boolean isSessionSet,
            Predicate<String> isSet) {
        this.signIn = signIn;
        this.redirect = redirect;
        this.jwt = jwt;
        this.session = session;
        this.authorized = authorized;
        this.isJwtSet = isJwtSet;
        this.isSessionSet = isSessionSet;
        this.isSet = isSet;
    }

    /** Decides who can sign in. */
    public Callbacks signIn(Function<SignInParams, Decision> callback) {
        return new Callbacks(callback, redirect, jwt, session, authorized, isJwtSet, isSessionSet, isSet);
    }

    /**
     * Returns whether the application decides who may sign in. If it does not, the store is not queried just for the
     * callback.
     */
    public boolean isSignInSet() {
        return signIn != DEFAULT.signIn && isSet.test("signIn");
    }

    /**
     * Decides where a visitor may be redirected; by default only to this site and to its allowed origins. An empty or
     * missing result is an error.
     */
    public Callbacks redirect(Function<RedirectParams, @Nullable String> callback) {
        return new Callbacks(signIn, callback, jwt, session, authorized, isJwtSet, isSessionSet, isSet);
    }

    /**
     * Decides what the token contains; {@code null} ends the session, for accounts, passkeys and linking too. Called at
     * every read of a session. The result is stored when it differs from the input, and at least once in
     * {@code updateAge}. On a prefetch, and on a response that a shared cache may keep, nothing is stored.
     */
    public Callbacks jwt(Function<JwtParams, @Nullable Claims> callback) {
        return new Callbacks(signIn, redirect, callback, session, authorized, true, isSessionSet, isSet);
    }

    /**
     * Decides what the browser sees of a session; {@code null} shows none. With database sessions it receives the
     * complete row and the complete user, including the session token, so return only what may be seen. {@link #show}
     * adds single fields.
     */
    public Callbacks session(Function<SessionParams, @Nullable Session> callback) {
        return new Callbacks(signIn, redirect, jwt, callback, authorized, isJwtSet, true, isSet);
    }

    /**
     * Shows one more field of the user in the session: text, a number, a list or the name of an enum constant; nothing
     * if the value is {@code null}. Unlike {@link #session}, it cannot expose other fields by accident.
     *
     * <pre>{@code
     * Callbacks.DEFAULT.show("role", roles::of)
     * }</pre>
     *
     * @param of receives the stored user, or with JWT sessions the user that the token describes; called at every read
     */
    public Callbacks show(String name, Function<User, ? extends @Nullable Object> of) {
        return session(params -> {
            var shown = session.apply(params);
            if (shown == null) return null;
            var value = of.apply(user(params));
            if (value == null) return shown;
            return shown.with(name, value instanceof Enum<?> constant ? constant.name() : value);
        });
    }

    private static User user(SessionParams params) {
        if (params.user() != null) return params.user();
        var id = params.token() == null ? null : params.token().text("sub");
        var user = params.session().user();
        return id == null ? user : user.with("id", id);
    }

    /**
     * Decides who can see a protected page; by default every signed-in user. To decide by the path, use
     * {@link AuthorizedParams#path()}, because the request's own path is exactly what the visitor sent.
     */
    public Callbacks authorized(Function<AuthorizedParams, Decision> callback) {
        return new Callbacks(signIn, redirect, jwt, session, callback, isJwtSet, isSessionSet, isSet);
    }

    public Function<SignInParams, Decision> signIn() {
        return signIn;
    }

    public Function<RedirectParams, @Nullable String> redirect() {
        return redirect;
    }

    public Function<JwtParams, @Nullable Claims> jwt() {
        return jwt;
    }

    /** Returns whether the application set a {@code jwt} callback. */
    public boolean isJwtSet() {
        return isJwtSet && isSet.test("jwt");
    }

    /** Returns whether the application set a {@code session} callback. */
    public boolean isSessionSet() {
        return isSessionSet && isSet.test("session");
    }

    /** Returns callbacks with these functions, of which the same ones count as set. For the library. */
    public Callbacks replaced(
            Function<SignInParams, Decision> newSignIn,
            Function<RedirectParams, @Nullable String> newRedirect,
            Function<JwtParams, @Nullable Claims> newJwt,
            Function<SessionParams, @Nullable Session> newSession,
            Function<AuthorizedParams, Decision> newAuthorized) {
        return new Callbacks(newSignIn, newRedirect, newJwt, newSession, newAuthorized, isJwtSet, isSessionSet, isSet);
    }

    /**
     * For an application in another process, whose callbacks are known only while it runs.
     *
     * @param test whether a callback that is set here is set there, by its name; asked each time
     */
    public Callbacks whereSet(Predicate<String> test) {
        return new Callbacks(signIn, redirect, jwt, session, authorized, isJwtSet, isSessionSet, test);
    }

    /** Returns whether the site's own server runs the {@code jwt} callback. */
    public boolean isJwtAtSite() {
        return jwt instanceof SiteCallback;
    }

    /** Returns whether the site's own server runs the {@code session} callback. */
    public boolean isSessionAtSite() {
        return session instanceof SiteCallback;
    }

    public Function<SessionParams, @Nullable Session> session() {
        return session;
    }

    public Function<AuthorizedParams, Decision> authorized() {
        return authorized;
    }

    private static String allowedAddress(RedirectParams params) {
        if (!WebUrl.isSafe(params.url())) return params.baseUrl();
        if (params.url().startsWith("/")) return params.baseUrl() + params.url();
        var url = WebUrl.parse(params.url()).map(WebUrl::origin);
        var base = WebUrl.parse(params.baseUrl()).map(WebUrl::origin);
        boolean isAllowed =
                url.isPresent() && (url.equals(base) || params.allowedOrigins().contains(url.get()));
        return isAllowed ? params.url() : params.baseUrl();
    }

    private static Session nameEmailImage(SessionParams params) {
        var user = params.session().user().claims();
        if (showsNoMore(params.session(), user)) return params.session();
        var shown = Claims.NONE;
        for (var name : NAME_EMAIL_IMAGE) {
            if (user.has(name)) shown = shown.with(name, user.value(name));
        }
        var expires = params.session().expires();
        return Session.of(Claims.of("user", shown).withPresent("expires", expires));
    }

    /** A token's session mostly holds nothing else, and is not built again. */
    private static boolean showsNoMore(Session session, Claims user) {
        int last = -1;
        for (var name : user.asMap().keySet()) {
            int place = NAME_EMAIL_IMAGE.indexOf(name);
            if (place <= last) return false;
            last = place;
        }
        return session.expires() != null
                && List.copyOf(session.claims().asMap().keySet()).equals(USER_AND_EXPIRES);
    }
}
