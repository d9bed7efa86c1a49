package dev.cardea.testing;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.Jwt;
import dev.cardea.token.Secrets;
import dev.cardea.token.SessionChunks;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * A signed-in user for the test of a page, without a sign-in.
 *
 * <pre>{@code
 * SignedIn.as(ada, SECRET).get("http://localhost:8080/account")                             // over the network
 * mvc.perform(get("/account").header("Cookie", SignedIn.as(ada, SECRET).cookies()))         // with Spring's MockMvc
 * auth.session(SignedIn.as(ada, SECRET).on(Request.get("http://localhost/account")))        // without anything
 * }</pre>
 */
public final class SignedIn {
    private static final String COOKIE = "authjs.session-token";
    private static final Duration AGE = Duration.ofHours(1);
    private static final Set<String> OF_EVERY_USER = Set.of("id", "name", "email", "emailVerified", "image");

    private final Map<String, String> cookies;

    private SignedIn(Map<String, String> cookies) {
        this.cookies = cookies;
    }

    /**
     * Makes a user with a JWT session. Its token contains id, name, email and image.
     *
     * @param secret that of the application
     * @throws IllegalArgumentException if the user has another field, which the token would lack
     */
    public static SignedIn as(User user, String secret) {
        return as(user, Claims.NONE, secret);
    }

    /**
     * Makes a user with a JWT session with additional claims, as set by the {@code jwt} callback.
     *
     * @throws IllegalArgumentException if the user has another field, and the claims don't
     */
    public static SignedIn as(User user, Claims more, String secret) {
        return as(user, more, secret, COOKIE);
    }

    /** Makes a user as {@link #as(User, Claims, String)} does, for a site with an https URL. */
    public static SignedIn securely(User user, Claims more, String secret) {
        return as(user, more, secret, "__Secure-" + COOKIE);
    }

    /**
     * Makes a stored user with a database session. The application reads the user from the store.
     *
     * @throws IllegalArgumentException if the user has no id, or a field that the store has otherwise
     */
    public static SignedIn as(User stored, SessionAdapter store) {
        var id = stored.id();
        if (id == null) throw new IllegalArgumentException("the user has no id; createUser assigns one");
        var session = new AdapterSession(
                UUID.randomUUID().toString(), id, Instant.now().plus(AGE));
        store.createSession(session);
        var more = more(stored);
        if (!more.isEmpty()) {
            store.getSessionAndUser(session.sessionToken()).ifPresent(it -> requireStored(more, it.user()));
        }
        return new SignedIn(Map.of(COOKIE, session.sessionToken()));
    }

    /** Returns the fields of the application's own. */
    private static Map<String, Object> more(User user) {
        var more = new LinkedHashMap<String, Object>();
        user.claims().asMap().forEach((name, value) -> {
            if (value != null && !OF_EVERY_USER.contains(name)) more.put(name, value);
        });
        return more;
    }

    private static void requireStored(Map<String, Object> given, User stored) {
        given.forEach((name, value) -> {
            if (String.valueOf(value).equals(String.valueOf(stored.claims().value(name)))) return;
            throw new IllegalArgumentException("the stored user does not have this " + name
                    + "; save it with createUser or updateUser, and pass the user that the call returns");
        });
    }

    private static void requireClaims(Map<String, Object> given, Claims claims) {
        for (var name : given.keySet()) {
            if (claims.has(name)) continue;
            throw new IllegalArgumentException("the token of a user does not contain the field " + name
                    + "; pass Claims with what your jwt callback writes, or a user without the field");
        }
    }

    private static SignedIn as(User user, Claims more, String secret, String cookie) {
        requireClaims(more(user), more);
        var token = Claims.NONE
                .withPresent("name", user.name())
                .withPresent("email", user.email())
                .withPresent("picture", user.image())
                .withPresent("sub", user.id())
                .withAll(more);
        var sealed = Jwt.encode(new EncodeParams(token, Secrets.of(secret), cookie, AGE.toSeconds()));
        var cookies = new LinkedHashMap<String, String>();
        for (var set : SessionChunks.write(SessionChunks.read(Map.of(), cookie), cookie, sealed)) {
            cookies.put(set.name(), String.valueOf(set.value()));
        }
        return new SignedIn(cookies);
    }

    /** Returns the value of the header {@code Cookie}. */
    public String cookies() {
        return cookies.entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .collect(Collectors.joining("; "));
    }

    /** Returns the request with the cookies of the user. */
    public Request on(Request request) {
        return request.header("Cookie", cookies());
    }

    /** Opens a page of a running application as this user. */
    public Page get(String url) {
        return browser(url).open(url);
    }

    /** Returns a browser in which this user is signed in, for an application at a URL. */
    public Browser browser(String url) {
        var browser = Browser.of(Network.INSTANCE);
        cookies.forEach((name, value) -> browser.setCookie(url, name + "=" + value + "; Path=/"));
        return browser;
    }

    /** Prints everything but the token. */
    @Override
    public String toString() {
        return "SignedIn" + cookies.keySet();
    }
}
