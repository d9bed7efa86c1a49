package dev.cardea.token;

import dev.cardea.json.Claims;
import java.util.Optional;

/**
 * Makes and opens session tokens (Auth.js: {@code jwt.encode}, {@code jwt.decode}). An application that needs another
 * token format implements it; the default is {@link EncryptedJwt}. An implementation must be safe for concurrent use.
 *
 * <p>An implementation decodes what it encoded, with the same secret and salt, until {@code maxAge} has passed. It
 * rejects everything else. Two tokens of the same claims need not be equal.
 */
public interface JwtCodec {
    /** Returns a token that contains the claims, in characters that are allowed in a cookie. */
    String encode(EncodeParams params);

    /**
     * Returns the claims; empty if there is no token.
     *
     * @throws dev.cardea.jose.JoseException if the token was not issued with these secrets, was changed, or has expired
     */
    Optional<Claims> decode(DecodeParams params);
}
