package dev.cardea.config;

import dev.cardea.token.JwtCodec;
import dev.cardea.token.Secrets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How session tokens are encoded (Auth.js: {@code jwt}).
 *
 * @param secret {@code null}: the configuration's
 * @param maxAge {@code null}: the session's
 * @param codec replaces encryption of the session token alone; {@code null}: A256CBC-HS512
 */
public record JwtOptions(
        @Nullable Secrets secret,
        @Nullable Duration maxAge,
        @Nullable JwtCodec codec) {
    public static final JwtOptions DEFAULT = new JwtOptions(null, null, null);

    /** Sets other secrets for session tokens; those of the configuration by default. */
    public JwtOptions secret(Secrets value) {
        return new JwtOptions(value, maxAge, codec);
    }

    /** Sets how long a session token is valid; as long as the session by default. */
    public JwtOptions maxAge(Duration value) {
        return new JwtOptions(secret, value, codec);
    }

    /** Encodes session tokens in another way; encrypted with A256CBC-HS512 by default. */
    public JwtOptions codec(JwtCodec value) {
        return new JwtOptions(secret, maxAge, value);
    }
}
