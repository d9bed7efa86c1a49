package dev.cardea.internal.config;

import static dev.cardea.error.ErrorType.MISSING_AUTHORIZE;
import static dev.cardea.error.ErrorType.UNSUPPORTED_STRATEGY;
import static dev.cardea.internal.config.ConfigReport.settingOf;

import dev.cardea.internal.limit.AccountName;
import dev.cardea.internal.session.SessionTraits;
import dev.cardea.limit.Budget;
import dev.cardea.provider.CredentialsProvider;

/** Checks providers of credentials: their function, and the sessions that they can open. */
final class CredentialsCheck {
    private final Draft config;
    private final ConfigReport report;

    private CredentialsCheck(Draft config, ConfigReport report) {
        this.config = config;
        this.report = report;
    }

    static void check(Draft config, ConfigReport report) {
        new CredentialsCheck(config, report).credentials();
    }

    /**
     * Warns if attackers from many addresses may try passwords of one account without a limit, or if a field that many
     * users share may count as their account.
     */
    private void account(CredentialsProvider provider) {
        if (config.rateLimits.of(Budget.CREDENTIALS_FOR_ACCOUNT).isEmpty()) return;
        var name = AccountName.of(provider);
        if (!name.isKnown()) report.warn("credentials-without-account-name: " + settingOf(provider));
        if (name.isAmbiguous()) report.warn("credentials-with-several-names: " + settingOf(provider));
    }

    private void credentials() {
        for (var provider : config.providers) {
            if (!(provider instanceof CredentialsProvider p)) continue;
            var sessions = SessionTraits.of(config.strategy());
            if (sessions.needsStoredUsers() && !p.databaseSessions()) {
                report.error(
                        UNSUPPORTED_STRATEGY,
                        settingOf(p),
                        "the provider " + p.id() + " doesn't work with " + sessions.title() + " by default; set "
                                + "session.strategy to revocable or jwt, or databaseSessions on the provider if authorize "
                                + "returns the ID of a stored user");
            }
            if (p.authorize() == null) {
                report.error(MISSING_AUTHORIZE, settingOf(p), "the provider " + p.id() + " has no authorize function");
            }
            account(p);
        }
    }
}
