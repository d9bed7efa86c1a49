package dev.cardea.accounts;

import dev.cardea.password.Passwords;

/** What {@link UserAccounts} sets. Immutable. */
record AccountSettings(
        PasswordPolicy policy, Passwords passwords, SignUpRules signUps, AccountPages pages, boolean hasPasswords) {
    static final AccountSettings STANDARD = new AccountSettings(
            PasswordPolicy.STANDARD, Passwords.standard(), SignUpRules.STANDARD, AccountPages.NONE, true);

    AccountSettings policy(PasswordPolicy changed) {
        return new AccountSettings(changed, passwords, signUps, pages, hasPasswords);
    }

    AccountSettings passwords(Passwords changed) {
        return new AccountSettings(policy, changed, signUps, pages, hasPasswords);
    }

    AccountSettings signUps(SignUpRules changed) {
        return new AccountSettings(policy, passwords, changed, pages, hasPasswords);
    }

    AccountSettings pages(AccountPages changed) {
        return new AccountSettings(policy, passwords, signUps, changed, hasPasswords);
    }

    AccountSettings withoutPasswords() {
        return new AccountSettings(policy, passwords, signUps, pages, false);
    }
}
