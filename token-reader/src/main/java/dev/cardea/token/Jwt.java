package dev.cardea.token;

import dev.cardea.json.Claims;
import java.time.Clock;
import java.util.Optional;

/**
 * The token module of the interface, on the system clock: {@code encode} and {@code decode}.
 *
 * <pre>{@code
 * var secrets = Secrets.of(System.getenv("AUTH_SECRET"));
 * var token = Jwt.encode(new EncodeParams(Claims.of("sub", "42"), secrets, "authjs.session-token"));
 * var claims = Jwt.decode(new DecodeParams(token, secrets, "authjs.session-token"));
 * }</pre>
 */
public final class Jwt {
    /** One for all who name no clock, so that keys are derived once. */
    static final JwtCodec CODEC = new EncryptedJwt(Clock.systemUTC(), Randomness.secure());

    private Jwt() {}

    /**
     * Makes an encrypted token that holds the claims, and {@code iat}, {@code exp} and {@code jti}.
     *
     * @throws IllegalArgumentException where the claims are too long for a token
     */
    public static String encode(EncodeParams params) {
        return CODEC.encode(params);
    }

    /**
     * Opens one; empty where there is none.
     *
     * @throws dev.cardea.jose.JoseException where it is not ours, was changed, or is too old
     */
    public static Optional<Claims> decode(DecodeParams params) {
        return CODEC.decode(params);
    }
}
