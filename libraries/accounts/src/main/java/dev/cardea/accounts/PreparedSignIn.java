package dev.cardea.accounts;

import dev.cardea.accounts.PasswordSignIn.VerifiedPassword;
import dev.cardea.module.SignInAttempt;
import java.util.Optional;

/**
 * What is known of a sign-in before its session is opened.
 *
 * @param password that was right; empty for other sign-in methods
 * @param signUp what the application decided about a new user; empty if it wasn't asked
 * @param invitation with whose fields the user is stored; empty if no user is, or none is needed
 * @param secondFactor whether it asks for one
 * @param prior what its passkey comes after; empty for other sign-in methods, and if the passkey is the first proof
 */
record PreparedSignIn(
        Optional<VerifiedPassword> password,
        Optional<SignUpRules.Decision> signUp,
        Optional<Invitation> invitation,
        SecondFactor secondFactor,
        Optional<PriorProofs> prior) {
    static PreparedSignIn of(SignInAttempt attempt) {
        return attempt.kept(PreparedSignIn.class).orElseThrow();
    }

    PreparedSignIn invited(Optional<Invitation> by) {
        return new PreparedSignIn(password, signUp, by, secondFactor, prior);
    }

    PreparedSignIn after(Optional<PriorProofs> proven) {
        return new PreparedSignIn(password, signUp, invitation, secondFactor, proven);
    }
}
