package dev.cardea.examples.guides;

import dev.cardea.AuthConfig;
import dev.cardea.accounts.AccountPages;
import dev.cardea.accounts.SecondFactor;
import dev.cardea.accounts.SignUp;
import dev.cardea.accounts.UserAccounts;
import dev.cardea.adapter.Adapter;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.EmailProvider;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** Accounts with passwords, and what can be set. */
final class PasswordAccounts {
    private PasswordAccounts() {}

    static AuthConfig.Builder site(String secret, Adapter store, EmailProvider mail) {
        // sample
        var config = AuthConfig.builder()
                .secret(secret)
                .adapter(store)
                .provider(mail)
                .extension(UserAccounts.standard());
        // end
        return config;
    }

    // sample
    static UserAccounts accounts() {
        return UserAccounts.standard()
                .minimumLength(12)
                .contextWords("acme", "orders")
                .signUpField("company", CredentialInput.text("Company").with("required", ""));
    }
    // end

    // sample
    static UserAccounts withoutPasswords() {
        return UserAccounts.standard().withoutPasswords();
    }
    // end

    // sample
    static UserAccounts ownPages() {
        return UserAccounts.standard()
                .pages(AccountPages.NONE
                        .signUp("/join")
                        .forgot("/forgot")
                        .account("/me")
                        .reauth("/confirm"));
    }
    // end

    // sample
    static UserAccounts secondFactors() {
        return UserAccounts.standard()
                .trustedBrowsers(Duration.ofDays(30))
                .secondFactor(request -> "admin".equals(request.user().claims().text("role"))
                        ? SecondFactor.REQUIRED
                        : SecondFactor.IF_ENROLLED);
    }
    // end

    // sample
    static UserAccounts noNewAccounts() {
        return UserAccounts.standard().signUp(SignUp.CLOSED);
    }
    // end

    // sample
    static UserAccounts staffOnly() {
        return UserAccounts.standard()
                .signUp(request -> request.isEmailProven()
                        && String.valueOf(request.email()).endsWith("@acme.example"));
    }
    // end

    // sample
    static UserAccounts ownRule() {
        return UserAccounts.standard()
                .passwordPolicy(
                        (password, user) -> password.toLowerCase(Locale.ROOT).contains("summer")
                                ? Optional.of("Choose a password without a season.")
                                : Optional.empty());
    }
    // end
}
