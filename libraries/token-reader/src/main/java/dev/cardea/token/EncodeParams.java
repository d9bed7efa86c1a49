package dev.cardea.token;

import dev.cardea.json.Claims;

/**
 * A token to make (Auth.js: the params of {@code encode}).
 *
 * @param token the claims; {@code iat}, {@code exp} and {@code jti} among them are replaced
 * @param secret the newest one seals
 * @param salt the name of the cookie that will hold the token; a token opens only with the salt that sealed it
 * @param maxAge in seconds, from now
 */
public record EncodeParams(Claims token, Secrets secret, String salt, long maxAge) {
    /** 30 days in seconds. */
    public static final long DEFAULT_MAX_AGE = 30L * 24 * 60 * 60;

    /** Uses {@link #DEFAULT_MAX_AGE}. */
    public EncodeParams(Claims token, Secrets secret, String salt) {
        this(token, secret, salt, DEFAULT_MAX_AGE);
    }
}
