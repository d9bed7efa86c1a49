package dev.cardea.internal.session;

import dev.cardea.internal.cookie.SessionCookie;
import dev.cardea.internal.observe.SecretUses;
import dev.cardea.jose.JoseException;
import dev.cardea.json.Claims;
import dev.cardea.json.JsonException;
import dev.cardea.observe.Step.SecretUse.Purpose;
import dev.cardea.token.DecodeParams;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.EncryptedJwt;
import dev.cardea.token.JwtCodec;
import dev.cardea.token.ReservedClaim.Mark;
import dev.cardea.token.ReservedClaim.TokenSession;
import dev.cardea.token.Secrets;
import java.time.Duration;
import java.util.Optional;

/**
 * Encodes and decodes the token of a session cookie.
 *
 * @param maxAge until the token expires
 */
public record SessionTokens(JwtCodec codec, Secrets secrets, Duration maxAge) {
    /**
     * Returns the payload of a valid token; empty if the codec finds none.
     *
     * @throws JoseException if the token cannot be decrypted or has expired
     * @throws JsonException if its payload is not a JSON object
     */
    Optional<Claims> decode(SessionCookie cookie) {
        var token = cookie.token();
        var decoded = codec.decode(new DecodeParams(token, secrets, cookie.name()));
        if (decoded.isPresent()) reportSecret(cookie);
        // The codec of development mode takes the mark off.
        return decoded.filter(claims -> !Mark.DEVELOPMENT.isOn(claims));
    }

    /** Tells observers which secret opens the token of a cookie, which was opened, now or before. */
    void reportSecret(SessionCookie cookie) {
        if (cookie.token() != null) SecretUses.opened(Purpose.SESSION, codec, cookie.token(), secrets, cookie.name());
    }

    /** Returns whether a token that has not expired says the same each time that it's decoded. */
    boolean isDecodedAlike() {
        return codec instanceof EncryptedJwt;
    }

    String encode(SessionCookie cookie, Claims token) {
        return encode(cookie, token, maxAge);
    }

    /** @param age until the token expires */
    String encode(SessionCookie cookie, Claims token, Duration age) {
        return codec.encode(new EncodeParams(token, secrets, cookie.name(), age.toSeconds()));
    }

    /** Returns whether a token that was encoded still says which session it belongs to. */
    boolean keepsSession(SessionCookie cookie, String encoded, Claims token) {
        if (isDecodedAlike()) return true;
        var kept = codec.decode(new DecodeParams(encoded, secrets, cookie.name()));
        return kept.flatMap(TokenSession::of).equals(TokenSession.of(token));
    }
}
