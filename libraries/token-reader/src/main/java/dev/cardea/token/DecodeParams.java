package dev.cardea.token;

import org.jspecify.annotations.Nullable;

/**
 * A token to open (Auth.js: the params of {@code decode}).
 *
 * @param token {@code null} and empty both mean that the request has no token
 * @param secret any of them may have sealed the token
 * @param salt the name of the cookie that held the token
 */
public record DecodeParams(@Nullable String token, Secrets secret, String salt) {
    /** Prints everything but the token. */
    @Override
    public String toString() {
        return "DecodeParams[" + salt + "]";
    }
}
