package dev.cardea.internal.method.webauthn;

import dev.cardea.adapter.Store;
import dev.cardea.adapter.UsedTokens;
import dev.cardea.cookies.AuthCookie;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Cookie;
import dev.cardea.internal.cookie.SealedCookies;
import dev.cardea.internal.method.MethodRequest;
import dev.cardea.jose.JoseException;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.token.DecodeParams;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.JwtCodec;
import dev.cardea.token.Secrets;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/**
 * A pending ceremony: its challenge sealed in a cookie, with whom it is for. It works in the browser that asked, for 15
 * minutes, and once where the store remembers what was used.
 */
final class Challenges {
    private static final String SALT = "encodedWebauthnChallenge";

    private final SealedCookies sealed;
    private final JwtCodec codec;
    private final Secrets secrets;
    private final Store store;
    private final Clock clock;
    private final String providerId;

    Challenges(SealedCookies sealed, JwtCodec codec, Secrets secrets, Store store, Clock clock, String providerId) {
        this.sealed = sealed;
        this.codec = codec;
        this.secrets = secrets;
        this.store = store;
        this.clock = clock;
        this.providerId = providerId;
    }

    /**
     * @param registerData the user of a registration, {@code null} for a sign-in
     * @param userId the user who was known before a sign-in, else {@code null}
     * @param userHandle by which a new passkey knows its owner
     */
    record PendingChallenge(
            String challenge,
            @Nullable Claims registerData,
            @Nullable String userId,
            @Nullable String userHandle) {
        @Override
        public String toString() {
            return "PendingChallenge[" + (registerData == null ? "sign-in" : "registration") + "]";
        }
    }

    Cookie seal(MethodRequest request, PendingChallenge pending) {
        var claims = Claims.of("challenge", pending.challenge)
                .withPresent("registerData", pending.registerData)
                .withPresent("userId", pending.userId)
                .withPresent("userHandle", pending.userHandle);
        var token = codec.encode(new EncodeParams(claims, secrets, SALT, SealedCookies.LIFE.toSeconds()));
        return sealed.seal(request.cookies(), AuthCookie.WEBAUTHN_CHALLENGE, token, providerId, false);
    }

    /** @throws AuthException of type InvalidCheck if it is missing, expired, or not sealed by this site */
    PendingChallenge open(MethodRequest request) {
        var token = sealed.open(
                request.cookies(),
                AuthCookie.WEBAUTHN_CHALLENGE,
                request.authRequest().cookies(),
                providerId);
        try {
            var claims =
                    codec.decode(new DecodeParams(token, secrets, SALT)).orElseThrow(() -> invalid("is empty", null));
            var challenge = claims.text("challenge");
            if (challenge == null || challenge.isEmpty()) throw invalid("holds none", null);
            var registerData = claims.get(Claim.object("registerData")).orElse(null);
            return new PendingChallenge(challenge, registerData, claims.text("userId"), claims.text("userHandle"));
        } catch (JoseException e) {
            throw invalid("could not be opened", e);
        }
    }

    /** Whether this is the first answer to the challenge, as far as the store can tell. */
    boolean markUsed(PendingChallenge pending) {
        if (!store.has(UsedTokens.class)) return true;
        var expires = clock.instant().plus(SealedCookies.LIFE);
        return store.markUsed("webauthn-challenge " + pending.challenge, expires);
    }

    private AuthException invalid(String why, @Nullable Throwable cause) {
        return new AuthException(ErrorType.INVALID_CHECK, "the challenge " + why, cause, providerId);
    }
}
