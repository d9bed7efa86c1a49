package dev.cardea.token;

import dev.cardea.json.Claims;
import java.util.Optional;

/** Makes and opens session tokens (interface: {@code jwt.encode}, {@code jwt.decode}). Safe for concurrent use. */
public interface JwtCodec {
    String encode(EncodeParams params);

    /**
     * The claims; empty where there is no token.
     *
     * @throws dev.cardea.jose.JoseException where the token is not ours, was changed, or is too old
     */
    Optional<Claims> decode(DecodeParams params);
}
