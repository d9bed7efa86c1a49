package dev.cardea.internal.config;

import static dev.cardea.error.ErrorType.INVALID_CONFIGURATION;
import static dev.cardea.error.ErrorType.MISSING_ADAPTER_METHODS;
import static dev.cardea.internal.config.ConfigReport.settingOf;

import dev.cardea.adapter.UsedTokens;
import dev.cardea.internal.session.SessionTraits;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.ProviderLogout;
import java.time.Duration;
import java.util.List;

/** Checks what is set for logouts of a provider: what each part needs is there. */
final class ProviderLogoutCheck {
    private static final Duration MAX_TOKEN_AGE = Duration.ofMinutes(10);

    private final OAuthProvider provider;
    private final Draft config;
    private final ConfigReport report;

    private ProviderLogoutCheck(OAuthProvider provider, Draft config, ConfigReport report) {
        this.provider = provider;
        this.config = config;
        this.report = report;
    }

    static void check(OAuthProvider provider, Draft config, ConfigReport report) {
        if (provider.logout().equals(ProviderLogout.OFF)) return;
        var check = new ProviderLogoutCheck(provider, config, report);
        if (!provider.isOidc()) {
            check.error("logout", "logout is part of OpenID Connect, and this provider is OAuth 2.0; remove it");
            return;
        }
        if (provider.logout().frontChannel()) check.records("frontChannel");
        if (provider.logout().backChannel()) {
            check.records("backChannel");
            check.usedTokens();
        }
        check.tokenAge();
    }

    /** A provider can only end sessions of which the store knows who signed them in. */
    private void records(String part) {
        if (!SessionTraits.of(config.strategy()).isRecorded()) {
            report.error(
                    INVALID_CONFIGURATION,
                    settingOf(provider, "logout." + part),
                    message(part + " needs sessions that a provider can end; set {} to revocable"),
                    List.of("session.strategy"));
        }
    }

    private void usedTokens() {
        if (config.adapter == null || config.adapter instanceof UsedTokens) return;
        report.error(
                MISSING_ADAPTER_METHODS,
                "adapter",
                "the adapter " + config.adapter.getClass().getSimpleName() + " does not implement "
                        + UsedTokens.class.getSimpleName() + " (backChannel)");
    }

    private void tokenAge() {
        var age = provider.logout().tokenAge();
        if (age == null || (age.compareTo(Duration.ZERO) > 0 && age.compareTo(MAX_TOKEN_AGE) <= 0)) return;
        error("logout.tokenAge", "tokenAge must be from 1 to " + MAX_TOKEN_AGE.toSeconds() + " seconds");
    }

    private void error(String key, String problem) {
        report.error(INVALID_CONFIGURATION, settingOf(provider, key), message(problem));
    }

    private String message(String problem) {
        return "the provider " + provider.id() + ": " + problem;
    }
}
