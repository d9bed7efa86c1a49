package dev.cardea.token;

import dev.cardea.json.Claims;
import java.time.Clock;
import java.util.Optional;

/**
 * Makes and opens session tokens on the system clock (Auth.js: {@code encode} and {@code decode} of its JWT module).
 *
 * <pre>{@code
 * var secrets = Secrets.of(System.getenv("AUTH_SECRET"));
 * var token = Jwt.encode(new EncodeParams(Claims.of("sub", "42"), secrets, "authjs.session-token"));
 * var claims = Jwt.decode(new DecodeParams(token, secrets, "authjs.session-token"));
 * }</pre>
 */
public final class Jwt {
    /** Shared by all readers without a clock, so that each key is derived once. */
    static final JwtCodec CODEC = new EncryptedJwt(Clock.systemUTC(), Randomness.secure());

    private Jwt() {}

    /**
     * Makes an encrypted token that contains the claims plus {@code iat}, {@code exp} and {@code jti}.
     *
     * @throws IllegalArgumentException if the claims are too long for a token
     */
    public static String encode(EncodeParams params) {
        return CODEC.encode(params);
    }

    /**
     * Opens a token; returns empty if there is no token.
     *
     * @throws dev.cardea.jose.JoseException if none of the secrets sealed the token, if it was changed, or if it has
     *     expired
     */
    public static Optional<Claims> decode(DecodeParams params) {
        return CODEC.decode(params);
    }
}
