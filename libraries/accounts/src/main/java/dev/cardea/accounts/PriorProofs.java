package dev.cardea.accounts;

import dev.cardea.accounts.TrustedBrowserCookie.NewBrowser;
import dev.cardea.accounts.factor.PausedSignIns.PausedSignIn;
import java.util.Optional;

/**
 * What a user had proven before a passkey.
 *
 * @param waiting the sign-in that the passkey completes; empty if the session of this browser has the proofs
 * @param browser to be trusted afterwards; empty if the user hasn't asked for it
 * @param isEnrolling whether the passkey becomes the second factor that the user needs, and hasn't yet
 * @param isTaken whether this sign-in has taken the waiting one out of the store, so that it isn't found again
 */
record PriorProofs(
        Assurance proofs,
        Optional<PausedSignIn> waiting,
        Optional<NewBrowser> browser,
        boolean isEnrolling,
        boolean isTaken) {
    static PriorProofs of(Assurance proofs) {
        return new PriorProofs(proofs, Optional.empty(), Optional.empty(), false, false);
    }

    static PriorProofs of(Assurance proofs, PausedSignIn waiting, Optional<NewBrowser> browser, boolean isEnrolling) {
        return new PriorProofs(proofs, Optional.of(waiting), browser, isEnrolling, false);
    }

    PriorProofs taken() {
        return new PriorProofs(proofs, waiting, browser, isEnrolling, waiting.isPresent());
    }
}
