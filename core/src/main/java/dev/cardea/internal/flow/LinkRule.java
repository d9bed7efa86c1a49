package dev.cardea.internal.flow;

import java.util.function.BooleanSupplier;

/**
 * Decides what a sign-in with a provider's account does: the policy of account linking, as a table. A mistake in it
 * lets an attacker take over accounts.
 *
 * <pre>
 * account is     signed in    address is    linking       outcome
 * linked to…     as…          taken         trusted
 * ----------     ---------    ----------    -------       -------
 * somebody       that user    -             -             SIGN_IN
 * somebody       nobody       -             -             SIGN_IN
 * somebody       another      -             -             REFUSE
 * nobody         anybody      -             -             LINK_TO_CURRENT
 * nobody         nobody       no            -             CREATE
 * nobody         nobody       yes           yes           LINK_BY_EMAIL
 * nobody         nobody       yes           no            REFUSE
 * </pre>
 */
enum LinkRule {
    SIGN_IN,
    REFUSE,
    LINK_TO_CURRENT,
    LINK_BY_EMAIL,
    CREATE;

    /** Whom the account is linked to already. */
    enum Owner {
        NOBODY,
        THE_CURRENT_USER,
        ANOTHER_USER
    }

    /**
     * @param signedIn whether a user is signed in in this browser
     * @param addressTaken whether another user has the profile's address; asked only where it matters
     * @param linkingTrusted whether this provider may vouch for the address; asked only where it matters
     */
    static LinkRule decide(
            Owner owner, boolean signedIn, BooleanSupplier addressTaken, BooleanSupplier linkingTrusted) {
        return switch (owner) {
            case THE_CURRENT_USER -> SIGN_IN;
            case ANOTHER_USER -> signedIn ? REFUSE : SIGN_IN;
            case NOBODY -> {
                if (signedIn) yield LINK_TO_CURRENT;
                if (!addressTaken.getAsBoolean()) yield CREATE;
                yield linkingTrusted.getAsBoolean() ? LINK_BY_EMAIL : REFUSE;
            }
        };
    }
}
