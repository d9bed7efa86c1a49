package dev.cardea.token;

import org.jspecify.annotations.Nullable;

/**
 * A token to open (interface: the params of {@code decode}).
 *
 * @param token {@code null} and empty both mean that there is none
 * @param secret any of them may have sealed it
 * @param salt the name of the cookie that held it
 */
public record DecodeParams(@Nullable String token, Secrets secret, String salt) {
    /** Without the token. */
    @Override
    public String toString() {
        return "DecodeParams[" + salt + "]";
    }
}
