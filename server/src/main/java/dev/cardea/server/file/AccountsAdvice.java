package dev.cardea.server.file;

import dev.cardea.AuthConfig;
import dev.cardea.hooks.Hooks;
import dev.cardea.limit.Budget;
import dev.cardea.limit.RateLimits;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.Provider;
import java.util.List;
import java.util.Optional;

/** What works with accounts, and weakens them or lets users down. */
final class AccountsAdvice {
    /** NIST SP 800-63B-4 §3.1.1.2, for passwords without a second factor. */
    private static final int LONG_ENOUGH = 15;

    private AccountsAdvice() {}

    static void onLength(Source source, int minimumLength) {
        if (minimumLength >= LONG_ENOUGH) return;
        source.advise("accounts.minimumLength is " + minimumLength + ", but a password without a second factor should "
                + "have at least " + LONG_ENOUGH + " characters; leave it out");
    }

    /** @param auth as it was built, with the providers that accounts changed */
    static void add(Source source, AuthConfig auth, RateLimits limits) {
        if (source.isDevelopment()) return;
        if (limits.of(Budget.CREDENTIALS_FOR_ACCOUNT).isEmpty()) {
            source.advise("accounts: nothing limits how often a password is guessed; leave "
                    + "rateLimits.credentialsForAccount on");
        }
        email(auth.providers())
                .filter(mail -> !mail.codes())
                .ifPresent(mail -> source.advise("accounts: the emails of the provider " + mail.id()
                        + " have links and no codes, so the password of a sign-up is lost if its link is opened in "
                        + "another browser; set codes: true for it"));
    }

    /** @param providers as the file has them. Which callbacks there are is unknown where it doesn't list them. */
    static void onNotices(Source source, List<Provider> providers, Hooks hooks) {
        var callbacks = hooks.settings().callbacks();
        if (callbacks == null || callbacks.contains("sendMail") || source.isDevelopment()) return;
        email(providers)
                .filter(mail -> mail.sender() == EmailKeys.UNSENT)
                .ifPresent(mail -> source.advise("accounts: users get no email about a changed password, because the "
                        + "application sends the emails of the provider " + mail.id()
                        + "; add the callback sendMail to hooks.callbacks"));
    }

    private static Optional<EmailProvider> email(List<Provider> providers) {
        return providers.stream()
                .filter(EmailProvider.class::isInstance)
                .map(EmailProvider.class::cast)
                .findFirst();
    }
}
