package dev.cardea.accounts;

import dev.cardea.adapter.AccountIndex;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.ModuleRecords;
import dev.cardea.adapter.SessionIndex;
import dev.cardea.error.ErrorType;
import dev.cardea.module.ConfigurationCheck;
import dev.cardea.provider.EmailProvider;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What accounts need of a configuration. */
record AccountsCheck(boolean hasPasswords) implements ConfigurationCheck {
    private static final String SETTING = "accounts";

    @Override
    public void check(Configuration site, Report report) {
        store(site.adapter(), report);
        if (!site.canEndSessions()) {
            report.error(
                    ErrorType.UNSUPPORTED_STRATEGY,
                    "session.strategy",
                    "accounts need sessions that can be ended, because a new password ends them; set session.strategy to "
                            + "revocable, and session.adoptUntil so that no user is signed out");
        }
        if (!hasPasswords) return;
        if (site.providers().stream().noneMatch(EmailProvider.class::isInstance)) {
            report.error(
                    ErrorType.INVALID_CONFIGURATION,
                    SETTING,
                    "accounts with passwords need a provider of sign-in emails, by which users prove their address and "
                            + "replace a forgotten password; add one to {}, or leave passwords out",
                    List.of("providers"));
        }
        if (site.providers().stream()
                .anyMatch(it -> it.id().equals(UserAccounts.PROVIDER) && !PasswordSignIn.isOf(it))) {
            report.error(
                    ErrorType.INVALID_CONFIGURATION,
                    SETTING,
                    "accounts add a provider with the ID " + UserAccounts.PROVIDER
                            + ", and there is another one; give that one another ID");
        }
    }

    private static void store(@Nullable Adapter adapter, Report report) {
        if (adapter == null) {
            report.error(ErrorType.MISSING_ADAPTER, SETTING, "accounts need a store; set {}", List.of("adapter"));
            return;
        }
        for (var capability : List.of(ModuleRecords.class, SessionIndex.class, AccountIndex.class)) {
            if (capability.isInstance(adapter)) continue;
            report.error(
                    ErrorType.MISSING_ADAPTER_METHODS,
                    SETTING,
                    "accounts need a store with " + capability.getSimpleName()
                            + "; implement it in the adapter, or use one " + "of Cardea's stores");
        }
    }
}
