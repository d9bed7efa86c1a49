package dev.cardea.accounts;

import dev.cardea.accounts.PasswordSignIn.VerifiedPassword;
import java.util.Optional;

/**
 * What is known of a sign-in before its unit of work begins.
 *
 * @param password that was right; empty for other sign-in methods
 * @param signUp what the application decided about a new user; empty if it wasn't asked
 * @param secondFactor whether it asks for one
 */
record PreparedSignIn(
        Optional<VerifiedPassword> password, Optional<SignUpRules.Decision> signUp, SecondFactor secondFactor) {}
