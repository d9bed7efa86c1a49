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

    public JwtOptions secret(Secrets value) {
        return new JwtOptions(value, maxAge, codec);
    }

    public JwtOptions maxAge(Duration value) {
        return new JwtOptions(secret, value, codec);
    }

    public JwtOptions codec(JwtCodec value) {
        return new JwtOptions(secret, maxAge, value);
    }
}
