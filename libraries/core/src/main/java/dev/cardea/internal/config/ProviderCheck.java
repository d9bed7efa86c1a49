package dev.cardea.internal.config;

import static dev.cardea.error.ErrorType.INVALID_CONFIGURATION;
import static dev.cardea.internal.config.ConfigReport.settingOf;

import dev.cardea.internal.cookie.SealedCookies;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Checks what holds for every provider: its id, and its place among the others. */
final class ProviderCheck {
    private final Draft config;
    private final ConfigReport report;

    private ProviderCheck(Draft config, ConfigReport report) {
        this.config = config;
        this.report = report;
    }

    static void check(Draft config, ConfigReport report) {
        var checks = new ProviderCheck(config, report);
        checks.ids();
        for (var provider : config.providers) {
            if (provider instanceof OAuthProvider oauth) {
                OAuthProviderCheck.check(oauth, config, report);
                ProviderLogoutCheck.check(oauth, config, report);
            }
            if (provider instanceof EmailProvider email) checks.email(email);
        }
    }

    private void email(EmailProvider email) {
        if (email.maxAge().isNegative()) {
            report.error(
                    INVALID_CONFIGURATION, settingOf(email, "maxAge"), email.id() + ": maxAge must not be negative");
        }
        if (!email.codes()) return;
        if (email.maxAge().compareTo(SealedCookies.LIFE) > 0) {
            report.error(
                    INVALID_CONFIGURATION,
                    settingOf(email, "maxAge"),
                    email.id() + ": codes are valid for 15 minutes at most; set maxAge to 900 seconds or less, or "
                            + "leave it out");
        }
        if (email.generateVerificationToken() != null) {
            report.error(
                    INVALID_CONFIGURATION,
                    settingOf(email, "codes"),
                    email.id() + ": codes and generateVerificationToken exclude each other; remove one of them");
        }
        if (email.confirmLinks()) {
            report.error(
                    INVALID_CONFIGURATION,
                    settingOf(email, "confirmLinks"),
                    email.id() + ": with codes a link only works in the browser that requested it; remove "
                            + "confirmLinks");
        }
    }

    private void ids() {
        Map<String, String> seen = new HashMap<>();
        for (var provider : config.providers) {
            if (!Provider.ID.matcher(provider.id()).matches()) {
                report.error(
                        INVALID_CONFIGURATION,
                        settingOf(provider),
                        "the provider id \"" + provider.id()
                                + "\" is part of URLs: use 256 letters, digits and . _ ~ - at most");
            }
            var other = seen.putIfAbsent(provider.id().toLowerCase(Locale.ROOT), provider.id());
            if (provider.id().equals(other)) {
                report.error(
                        INVALID_CONFIGURATION,
                        settingOf(provider),
                        "two providers have the id " + provider.id() + "; give one of them a different ID");
            } else if (other != null) {
                report.error(
                        INVALID_CONFIGURATION,
                        settingOf(provider),
                        "the provider ids " + other + " and " + provider.id()
                                + " differ only by case, so stores and variables would mix them up; give one of "
                                + "them a different ID");
            }
        }
    }
}
