package dev.cardea.internal.flow;

import dev.cardea.cookies.AuthCookie;
import dev.cardea.http.Cookie;
import dev.cardea.http.CookieOptions;
import dev.cardea.internal.cookie.AuthCookies;
import dev.cardea.internal.cookie.SealedCookies;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.Account;
import dev.cardea.token.SessionChunks;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The ID token by which a provider recognizes its session at a logout (OpenID Connect RP-Initiated Logout §2). The browser
 * keeps it sealed, and sends it to the route {@code logout} alone.
 */
public final class LogoutHints {
    /** The name of the route, to which alone the cookie is sent. */
    public static final String ROUTE = "logout";

    private final SealedCookies sealed;
    private final Set<String> providers;
    private final String path;
    private final Duration life;

    /**
     * @param providers at which a logout may continue, by id; without any, no cookie is set or deleted
     * @param basePath as browsers use it
     * @param life of the session
     */
    public LogoutHints(SealedCookies sealed, Set<String> providers, String basePath, Duration life) {
        this.sealed = sealed;
        this.providers = Set.copyOf(providers);
        path = basePath + "/" + ROUTE;
        this.life = life;
    }

    /**
     * What a sign-in has left.
     *
     * @param idToken {@code null} if it was too large for a cookie
     * @param sid the session at the provider; {@code null} if the ID token is there, or has none
     */
    public record Hint(
            String provider,
            @Nullable String idToken,
            @Nullable String sid) {
        @Override
        public String toString() {
            return "Hint[" + provider + "]";
        }
    }

    /**
     * Returns the cookies of a sign-in, which replace or delete those of the one before: a sign-out that hasn't come
     * back from the provider must not continue with the new ID token.
     */
    List<Cookie> of(Account account, AuthCookies cookies) {
        if (providers.isEmpty()) return List.of();
        var idToken = account.claims().text("id_token");
        if (idToken == null || !providers.contains(account.provider())) return deleted(cookies);
        var claims = Claims.of("provider", account.provider());
        var whole = keep(claims.with("value", idToken), cookies);
        var hint = whole.value().length() <= SessionChunks.SIZE
                ? whole
                : keep(claims.withPresent("sid", sid(idToken)), cookies);
        return List.of(hint, cookies.deleted(AuthCookie.LOGOUT));
    }

    private Cookie keep(Claims claims, AuthCookies cookies) {
        return sealed.keep(cookies, AuthCookie.LOGOUT_HINT, claims, options(cookies), life);
    }

    /** Of a token that was verified when the user signed in. */
    private static @Nullable String sid(String idToken) {
        try {
            var payload = Base64.getUrlDecoder().decode(idToken.split("\\.", -1)[1]);
            return Json.parseObject(new String(payload, StandardCharsets.UTF_8), Json.TRUSTED_DEPTH)
                    .text("sid");
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return null;
        }
    }

    /** Returns what the browser sent to the route. */
    public Optional<Hint> read(AuthCookies cookies, Map<String, String> sent) {
        return sealed.kept(cookies, AuthCookie.LOGOUT_HINT, sent)
                .map(claims ->
                        new Hint(String.valueOf(claims.text("provider")), claims.text("value"), claims.text("sid")));
    }

    /** Returns the deleted hint, and with it the deleted sign-out; empty if this site sets none. */
    public List<Cookie> deleted(AuthCookies cookies) {
        if (providers.isEmpty()) return List.of();
        var hint = Cookie.deleted(cookies.name(AuthCookie.LOGOUT_HINT), options(cookies));
        return List.of(hint, cookies.deleted(AuthCookie.LOGOUT));
    }

    private CookieOptions options(AuthCookies cookies) {
        return cookies.options(AuthCookie.LOGOUT_HINT).path(path);
    }

    /** Returns the path of the route, as browsers use it. */
    public String path() {
        return path;
    }
}
