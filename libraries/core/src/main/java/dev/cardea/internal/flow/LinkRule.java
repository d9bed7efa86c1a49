package dev.cardea.internal.flow;

import java.util.function.BooleanSupplier;

/**
 * Decides what a sign-in with a provider's account does: the policy of account linking, as a table. A mistake in it
 * lets an attacker take over accounts. "Signed in" means the user who began the sign-in; another one counts as no user.
 *
 * <pre>
 * account       signed in       address     linking       outcome
 * belongs to    as              is taken    is trusted
 * ----------    ---------       --------    ----------    -------
 * a user        that user       -           -             SIGN_IN
 * a user        no user         -           -             SIGN_IN
 * a user        another user    -           -             REFUSE
 * no user       any user        -           -             LINK_TO_CURRENT
 * no user       no user         no          -             CREATE
 * no user       no user         yes         yes           LINK_BY_EMAIL
 * no user       no user         yes         no            REFUSE
 * </pre>
 */
enum LinkRule {
    SIGN_IN,
    REFUSE,
    LINK_TO_CURRENT,
    LINK_BY_EMAIL,
    CREATE;

    /** The user that the account is linked to already. */
    enum Owner {
        NONE,
        CURRENT_USER,
        ANOTHER_USER
    }

    /**
     * @param signedIn whether the user who began the sign-in is signed in in this browser
     * @param addressTaken whether another user has the profile's address; asked only where it matters
     * @param linkingTrusted whether this provider may vouch for the address; asked only where it matters
     */
    static LinkRule decide(
            Owner owner, boolean signedIn, BooleanSupplier addressTaken, BooleanSupplier linkingTrusted) {
        return switch (owner) {
            case CURRENT_USER -> SIGN_IN;
            case ANOTHER_USER -> signedIn ? REFUSE : SIGN_IN;
            case NONE -> {
                if (signedIn) yield LINK_TO_CURRENT;
                if (!addressTaken.getAsBoolean()) yield CREATE;
                yield linkingTrusted.getAsBoolean() ? LINK_BY_EMAIL : REFUSE;
            }
        };
    }
}
