package dev.cardea.token;

import dev.cardea.json.Claims;

/**
 * A token to make (interface: the params of {@code encode}).
 *
 * @param salt the name of the cookie that will hold it
 * @param maxAge seconds
 */
public record EncodeParams(Claims token, Secrets secret, String salt, long maxAge) {
    /** 30 days in seconds. */
    public static final long DEFAULT_MAX_AGE = 30L * 24 * 60 * 60;

    /** With {@link #DEFAULT_MAX_AGE}. */
    public EncodeParams(Claims token, Secrets secret, String salt) {
        this(token, secret, salt, DEFAULT_MAX_AGE);
    }
}
