package dev.cardea.token;

import dev.cardea.json.Claims;
import java.util.Optional;

/**
 * Makes and opens session tokens (interface: {@code jwt.encode}, {@code jwt.decode}). An application that wants other
 * tokens implements it; {@link EncryptedJwt} is the one that is used otherwise. Safe for concurrent use.
 *
 * <p>What it promises: it decodes what it encoded, with the same secret and salt, until {@code maxAge} is over; what it
 * did not encode it refuses; two tokens of the same claims need not be equal.
 */
public interface JwtCodec {
    /** A token that holds the claims, in characters that a cookie may hold. */
    String encode(EncodeParams params);

    /**
     * The claims; empty where there is no token.
     *
     * @throws dev.cardea.jose.JoseException where the token is not ours, was changed, or is too old
     */
    Optional<Claims> decode(DecodeParams params);
}
