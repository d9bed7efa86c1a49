package dev.cardea.token;

import dev.cardea.json.Claims;
import java.time.Clock;
import java.util.Optional;

/** The token module of the interface, on the system clock: {@code encode} and {@code decode}. */
public final class Jwt {
    private static final JwtCodec CODEC = new EncryptedJwt(Clock.systemUTC(), Randomness.secure());

    private Jwt() {}

    /** Makes an encrypted token that holds the claims, and {@code iat}, {@code exp} and {@code jti}. */
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
