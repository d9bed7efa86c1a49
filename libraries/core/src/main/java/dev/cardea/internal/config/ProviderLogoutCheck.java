package dev.cardea.internal.config;

import static dev.cardea.error.ErrorType.INVALID_CONFIGURATION;
import static dev.cardea.error.ErrorType.MISSING_ADAPTER_METHODS;
import static dev.cardea.internal.config.ConfigReport.settingOf;

import dev.cardea.adapter.SessionIndex;
import dev.cardea.adapter.UsedTokens;
import dev.cardea.internal.session.SessionTraits;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.ProviderLogout;
import java.time.Duration;
import java.util.List;

/** Checks what is set for logouts of a provider, and for sign-ins that begin there: what each part needs is there. */
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
        if (isOff(provider.logout())) return;
        var check = new ProviderLogoutCheck(provider, config, report);
        if (!provider.isOidc()) {
            check.error("logout", "logout is part of OpenID Connect, and this provider is OAuth 2.0; remove it");
            return;
        }
        if (provider.logout().frontChannel()) check.records("frontChannel");
        if (provider.logout().backChannel()) {
            check.records("backChannel");
            check.needs(UsedTokens.class, "backChannel");
        }
        boolean isEnded = provider.logout().backChannel() || provider.logout().frontChannel();
        // Neither the cookies nor the rows of earlier sessions say which session at the provider they came from.
        if (isEnded && config.session.adoptUntil() != null)
            report.warn("adopted-sessions-without-provider: " + settingOf(provider));
        if (provider.logout().initiateLogin()) check.initiated();
        check.tokenAge();
    }

    /** Compares the objects first, which are mostly the same: the first comparison of two records makes a start longer. */
    static boolean isOff(ProviderLogout logout) {
        return logout == ProviderLogout.OFF || logout.equals(ProviderLogout.OFF);
    }

    /** A provider can only end sessions of which the store knows who signed them in. */
    private void records(String part) {
        var sessions = SessionTraits.of(config.strategy());
        if (!sessions.isStored()) {
            report.error(
                    INVALID_CONFIGURATION,
                    settingOf(provider, "logout." + part),
                    message(part + " needs sessions that a provider can end; set {} to revocable"),
                    List.of("session.strategy"));
        } else if (!sessions.isRecorded()) {
            // Rows are found by their user.
            needs(SessionIndex.class, part);
        }
    }

    private void needs(Class<?> capability, String part) {
        if (config.adapter == null || capability.isInstance(config.adapter)) return;
        report.error(
                MISSING_ADAPTER_METHODS,
                "adapter",
                "the adapter " + config.adapter.getClass().getSimpleName() + " does not implement "
                        + capability.getSimpleName() + " (" + part + ")");
    }

    /** Which provider it is, a request says by the issuer alone. Without checks, the answer could be linked to any user. */
    private void initiated() {
        var issuer = provider.issuer();
        if (issuer == null) {
            initiated("initiateLogin needs the issuer of the provider; set issuer");
            return;
        }
        if (provider.checks().isEmpty()) initiated("initiateLogin needs checks; remove noChecks");
        var first = config.providers.stream()
                .filter(OAuthProvider.class::isInstance)
                .map(OAuthProvider.class::cast)
                .filter(other -> other.logout().initiateLogin() && issuer.equals(other.issuer()))
                .findFirst();
        if (first.isEmpty() || first.get().id().equals(provider.id())) return;
        initiated(
                "initiateLogin is set for " + first.get().id() + ", which has the same issuer; set it for one of them");
    }

    private void initiated(String problem) {
        error("logout.initiateLogin", problem);
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
