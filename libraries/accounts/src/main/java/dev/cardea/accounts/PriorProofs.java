package dev.cardea.accounts;

import dev.cardea.accounts.factor.PausedSignIns.PausedSignIn;
import java.util.Optional;

/**
 * What a user had proven before a passkey.
 *
 * @param waiting the sign-in that the passkey completes; empty if the session of this browser has the proofs
 * @param isTaken whether this sign-in has taken the waiting one out of the store, so that it isn't found again
 */
record PriorProofs(Assurance proofs, Optional<PausedSignIn> waiting, boolean isTaken) {
    static PriorProofs of(Assurance proofs) {
        return new PriorProofs(proofs, Optional.empty(), false);
    }

    static PriorProofs of(Assurance proofs, PausedSignIn waiting) {
        return new PriorProofs(proofs, Optional.of(waiting), false);
    }

    PriorProofs taken() {
        return new PriorProofs(proofs, waiting, waiting.isPresent());
    }
}
