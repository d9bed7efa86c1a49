package dev.cardea.token;

import dev.cardea.json.Claims;

/**
 * A token to make (interface: the params of {@code encode}).
 *
 * @param token the claims; {@code iat}, {@code exp} and {@code jti} among them are replaced
 * @param secret the newest seals
 * @param salt the name of the cookie that will hold it; a token opens with the salt that it was made with and no other
 * @param maxAge in seconds, from now
 */
public record EncodeParams(Claims token, Secrets secret, String salt, long maxAge) {
    /** 30 days in seconds. */
    public static final long DEFAULT_MAX_AGE = 30L * 24 * 60 * 60;

    /** With {@link #DEFAULT_MAX_AGE}. */
    public EncodeParams(Claims token, Secrets secret, String salt) {
        this(token, secret, salt, DEFAULT_MAX_AGE);
    }
}
