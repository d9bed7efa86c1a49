package dev.cardea.adapter;

import java.time.Instant;

/**
 * The record of a sign-in link.
 *
 * @param identifier the address
 * @param token a hash; the link contains the token itself
 */
public record VerificationToken(String identifier, String token, Instant expires) {
    @Override
    public String toString() {
        return "VerificationToken[expires " + expires + "]";
    }
}
