package dev.cardea.provider;

import java.util.Set;

/**
 * What protects a sign-in with a provider.
 *
 * @param checks what binds an answer to the browser that asked
 * @param linksByEmail whether an account is linked to the user with the same address
 * @param linksOnlyVerified whether that takes an address that both sides have verified
 */
record Safeguards(Set<Check> checks, boolean linksByEmail, boolean linksOnlyVerified) {
    static final Safeguards DEFAULT = new Safeguards(Set.of(Check.PKCE), false, false);

    Safeguards checks(Set<Check> some) {
        return new Safeguards(Set.copyOf(some), linksByEmail, linksOnlyVerified);
    }

    Safeguards linkByEmail(boolean onlyVerified) {
        return new Safeguards(checks, true, linksOnlyVerified || onlyVerified);
    }
}
