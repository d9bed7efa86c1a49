package dev.cardea.adapter;

import java.time.Instant;

/**
 * The row behind an e-mail link.
 *
 * @param identifier the address
 * @param token a hash; the link has the token itself
 */
public record VerificationToken(String identifier, String token, Instant expires) {
    @Override
    public String toString() {
        return "VerificationToken[expires " + expires + "]";
    }
}
