package dev.cardea.accounts;

import dev.cardea.accounts.factor.EncryptionKeys;
import dev.cardea.password.Passwords;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What {@link UserAccounts} sets. Immutable.
 *
 * @param secondFactor decides for a sign-in whether it asks for one
 * @param trustedBrowsers how long a browser isn't asked for the second factor again; {@code null}: it always is
 * @param encryptionKeys that encrypt what has to be readable in the store, before the key derived from the secret
 */
record AccountSettings(
        PasswordPolicy policy,
        Passwords passwords,
        SignUpRules signUps,
        AccountPages pages,
        Function<SecondFactorRequest, SecondFactor> secondFactor,
        @Nullable Duration trustedBrowsers,
        EncryptionKeys encryptionKeys,
        boolean hasPasswords) {
    static final AccountSettings STANDARD = new AccountSettings(
            PasswordPolicy.STANDARD,
            Passwords.standard(),
            SignUpRules.STANDARD,
            AccountPages.NONE,
            request -> SecondFactor.IF_ENROLLED,
            null,
            EncryptionKeys.NONE,
            true);

    AccountSettings policy(PasswordPolicy changed) {
        return new AccountSettings(
                changed, passwords, signUps, pages, secondFactor, trustedBrowsers, encryptionKeys, hasPasswords);
    }

    AccountSettings passwords(Passwords changed) {
        return new AccountSettings(
                policy, changed, signUps, pages, secondFactor, trustedBrowsers, encryptionKeys, hasPasswords);
    }

    AccountSettings signUps(SignUpRules changed) {
        return new AccountSettings(
                policy, passwords, changed, pages, secondFactor, trustedBrowsers, encryptionKeys, hasPasswords);
    }

    AccountSettings pages(AccountPages changed) {
        return new AccountSettings(
                policy, passwords, signUps, changed, secondFactor, trustedBrowsers, encryptionKeys, hasPasswords);
    }

    AccountSettings secondFactor(Function<SecondFactorRequest, SecondFactor> changed) {
        return new AccountSettings(
                policy, passwords, signUps, pages, changed, trustedBrowsers, encryptionKeys, hasPasswords);
    }

    AccountSettings trustedBrowsers(Duration changed) {
        return new AccountSettings(
                policy, passwords, signUps, pages, secondFactor, changed, encryptionKeys, hasPasswords);
    }

    AccountSettings encryptionKeys(EncryptionKeys changed) {
        return new AccountSettings(
                policy, passwords, signUps, pages, secondFactor, trustedBrowsers, changed, hasPasswords);
    }

    AccountSettings withoutPasswords() {
        return new AccountSettings(
                policy, passwords, signUps, pages, secondFactor, trustedBrowsers, encryptionKeys, false);
    }
}
