package dev.cardea.method.oauth;

import dev.cardea.cookie.AuthCookie;
import dev.cardea.cookie.SealedCookies;
import dev.cardea.http.Cookie;
import dev.cardea.method.Visit;
import dev.cardea.provider.Check;
import dev.cardea.token.Randomness;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** State, PKCE and nonce: made, remembered in sealed cookies, and taken back. */
final class Checks {
    private final String providerId;
    private final Set<Check> checks;
    private final SealedCookies sealed;
    private final Randomness randomness;

    Checks(String providerId, Set<Check> checks, SealedCookies sealed, Randomness randomness) {
        this.providerId = providerId;
        this.checks = Set.copyOf(checks);
        this.sealed = sealed;
        this.randomness = randomness;
    }

    boolean has(Check check) {
        return checks.contains(check);
    }

    /** 32 random bytes: a code verifier (RFC 7636 §4.1), a nonce. */
    String random() {
        return randomness.base64Url(32);
    }

    /** RFC 7636 §4.2, S256. */
    static String challenge(String verifier) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    Cookie remember(Visit visit, AuthCookie cookie, String value, boolean crossSite) {
        return sealed.seal(visit.cookies(), cookie, value, providerId, crossSite);
    }

    /** The remembered value; {@code null} where this check is not made. */
    @Nullable String recall(Visit visit, Check check) {
        if (!has(check)) return null;
        return sealed.open(visit.cookies(), cookieOf(check), visit.request().cookies(), providerId);
    }

    /** The nonce where one was sent: always with the check, else where the provider seemed to lack PKCE. */
    @Nullable String recallNonce(Visit visit, boolean oidc) {
        boolean sent = visit.request().cookies().containsKey(visit.cookies().name(AuthCookie.NONCE));
        if (!has(Check.NONCE) && !(oidc && sent)) return null;
        return sealed.open(visit.cookies(), AuthCookie.NONCE, visit.request().cookies(), providerId);
    }

    /** The cookies to clear once they were used, in the order of the wire. */
    static List<Cookie> clear(Visit visit, List<AuthCookie> used) {
        var cleared = new ArrayList<Cookie>();
        for (var cookie : used) cleared.add(visit.cookies().deleted(cookie));
        return cleared;
    }

    /** The check cookies that this request brought. */
    static List<AuthCookie> sent(Visit visit) {
        var names = visit.request().cookies().keySet();
        var sent = new ArrayList<AuthCookie>();
        for (var cookie : List.of(AuthCookie.STATE, AuthCookie.PKCE_CODE_VERIFIER, AuthCookie.NONCE)) {
            if (names.contains(visit.cookies().name(cookie))) sent.add(cookie);
        }
        return sent;
    }

    private static AuthCookie cookieOf(Check check) {
        return switch (check) {
            case STATE -> AuthCookie.STATE;
            case PKCE -> AuthCookie.PKCE_CODE_VERIFIER;
            case NONCE -> AuthCookie.NONCE;
        };
    }
}
