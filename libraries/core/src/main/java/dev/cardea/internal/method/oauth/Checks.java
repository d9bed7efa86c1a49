package dev.cardea.internal.method.oauth;

import dev.cardea.cookies.AuthCookie;
import dev.cardea.http.Cookie;
import dev.cardea.internal.cookie.SealedCookies;
import dev.cardea.internal.method.Beginner;
import dev.cardea.internal.method.MethodRequest;
import dev.cardea.jose.Hashes;
import dev.cardea.json.Claims;
import dev.cardea.provider.Check;
import dev.cardea.token.Randomness;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** State, PKCE and nonce: made, remembered in sealed cookies, and taken back. */
final class Checks {
    /** In the PKCE cookie: a nonce was sent too, although the provider's checks do not ask for one. */
    private static final String NONCE_SENT = "nonce";

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

    /**
     * What a browser remembers of a sign-in that it began; a check that was not made is {@code null}.
     *
     * @param beginner who was signed in then, if all cookies agree
     */
    record CheckValues(
            @Nullable String state,
            @Nullable String verifier,
            @Nullable String nonce,
            Beginner beginner) {
        /** The cookies that were opened, in the order of the wire. */
        List<AuthCookie> used() {
            var used = new ArrayList<AuthCookie>();
            if (state != null) used.add(AuthCookie.STATE);
            if (verifier != null) used.add(AuthCookie.PKCE_CODE_VERIFIER);
            if (nonce != null) used.add(AuthCookie.NONCE);
            return used;
        }

        @Override
        public String toString() {
            return "CheckValues" + used();
        }
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
        byte[] hash = Hashes.sha256(verifier.getBytes(StandardCharsets.US_ASCII));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    }

    Cookie remember(MethodRequest request, AuthCookie cookie, String value, boolean crossSite) {
        return sealed.seal(request.cookies(), cookie, claims(request, value), crossSite);
    }

    private Claims claims(MethodRequest request, String value) {
        return Claims.of("value", value)
                .with("provider", providerId)
                .withPresent(SealedCookies.BEGINNER, request.beginner());
    }

    /** Remembers the verifier, and that a nonce was sent, so that losing the nonce's cookie does not lose its check. */
    Cookie rememberVerifier(MethodRequest request, String verifier, boolean nonceSent, boolean crossSite) {
        if (!nonceSent || has(Check.NONCE)) {
            return remember(request, AuthCookie.PKCE_CODE_VERIFIER, verifier, crossSite);
        }
        var claims = claims(request, verifier).with(NONCE_SENT, true);
        return sealed.seal(request.cookies(), AuthCookie.PKCE_CODE_VERIFIER, claims, crossSite);
    }

    /**
     * The cookie of the state that was sent; without claims where this check is not made.
     *
     * @throws dev.cardea.error.AuthException of type InvalidCheck where it is missing, too old, or another provider's
     */
    Claims recallState(MethodRequest request) {
        return has(Check.STATE) ? open(request, AuthCookie.STATE) : Claims.NONE;
    }

    /**
     * Everything this browser remembers.
     *
     * @param state as recalled
     * @throws dev.cardea.error.AuthException as {@link #recallState}
     */
    CheckValues recall(MethodRequest request, Claims state) {
        var verifier = has(Check.PKCE) ? open(request, AuthCookie.PKCE_CODE_VERIFIER) : Claims.NONE;
        boolean nonceSent = has(Check.NONCE) || Boolean.TRUE.equals(verifier.value(NONCE_SENT));
        var nonce = nonceSent ? open(request, AuthCookie.NONCE) : Claims.NONE;
        return new CheckValues(
                state.text("value"), verifier.text("value"), nonce.text("value"), beginner(state, verifier, nonce));
    }

    private static Beginner beginner(Claims... opened) {
        var users = Stream.of(opened)
                .filter(cookie -> !cookie.isEmpty())
                .map(cookie -> Optional.ofNullable(cookie.text(SealedCookies.BEGINNER)))
                .distinct()
                .toList();
        if (users.isEmpty()) return Beginner.NOT_REMEMBERED;
        return Beginner.of(users.size() == 1 ? users.get(0).orElse(null) : null);
    }

    /** The cookies to clear once they were used, in the order of the wire. */
    static List<Cookie> clear(MethodRequest request, List<AuthCookie> used) {
        var cleared = new ArrayList<Cookie>();
        for (var cookie : used) cleared.add(request.cookies().deleted(cookie));
        return cleared;
    }

    /** The check cookies that this request brought. */
    static List<AuthCookie> sent(MethodRequest request) {
        var names = request.authRequest().cookies().keySet();
        var sent = new ArrayList<AuthCookie>();
        for (var cookie : List.of(AuthCookie.STATE, AuthCookie.PKCE_CODE_VERIFIER, AuthCookie.NONCE)) {
            if (names.contains(request.cookies().name(cookie))) sent.add(cookie);
        }
        return sent;
    }

    private Claims open(MethodRequest request, AuthCookie cookie) {
        return sealed.openClaims(
                request.cookies(), cookie, request.authRequest().cookies(), providerId);
    }
}
