package dev.cardea.accounts.factor;

import java.time.Instant;

/**
 * An authenticator app of a user, without its secret. Immutable.
 *
 * @param name as the user calls it
 */
public record Authenticator(String id, String name, Instant created) {}
