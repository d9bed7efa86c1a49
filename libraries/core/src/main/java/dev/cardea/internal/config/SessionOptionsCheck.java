package dev.cardea.internal.config;

import static dev.cardea.error.ErrorType.INVALID_CONFIGURATION;
import static dev.cardea.error.ErrorType.MISSING_ADAPTER_METHODS;

import dev.cardea.adapter.SessionRecord;
import dev.cardea.adapter.UsedTokens;
import dev.cardea.config.SessionOptions;
import dev.cardea.internal.session.SessionTraits;
import java.time.Duration;

/** Checks the options of sessions that the store has, one method for each. */
final class SessionOptionsCheck {
    private static final Duration MAX_CONFIRM_AGE = Duration.ofHours(1);
    private static final Duration MIN_ABSOLUTE_AGE = Duration.ofHours(1);

    private final Draft config;
    private final SessionOptions session;
    private final SessionTraits traits;
    private final ConfigReport report;

    private SessionOptionsCheck(Draft config, ConfigReport report) {
        this.config = config;
        session = config.session;
        traits = SessionTraits.of(config.strategy());
        this.report = report;
    }

    static void check(Draft config, ConfigReport report) {
        var check = new SessionOptionsCheck(config, report);
        check.confirmAge();
        check.absoluteAge();
        check.maxPerUser();
        check.devices();
        check.adoptUntil();
        check.tokenAge();
    }

    private void confirmAge() {
        if (!session.confirmAge().isNegative() && session.confirmAge().compareTo(MAX_CONFIRM_AGE) <= 0) return;
        error(
                "session.confirmAge",
                "session.confirmAge must be from 0 to 3600 seconds; 0 asks the store for each request");
    }

    private void absoluteAge() {
        var absolute = session.absoluteAgeOr(null);
        if (absolute.isEmpty() || absolute.get().compareTo(MIN_ABSOLUTE_AGE) >= 0) return;
        error("session.absoluteAge", "session.absoluteAge must be at least an hour");
    }

    private void maxPerUser() {
        var most = session.maxPerUser();
        if (most == null) return;
        if (most < 1 || most > SessionRecord.MAX_LISTED)
            error("session.maxPerUser", "session.maxPerUser must be from 1 to 1000");
        if (!traits.isStored()) {
            error(
                    "session.maxPerUser",
                    "session.maxPerUser only works with sessions in the store; set session.strategy to revocable or"
                            + " database");
        }
    }

    private void devices() {
        if (traits.isStored() || session.devices() == null) return;
        error(
                "session.devices",
                "session.devices needs sessions in the store; set session.strategy to revocable or database");
    }

    private void adoptUntil() {
        if (session.adoptUntil() == null) return;
        if (!traits.isRecorded()) {
            error(
                    "session.adoptUntil",
                    "session.adoptUntil only works with revocable sessions; set session.strategy to revocable, or remove it");
        }
        if (config.adapter == null || config.adapter instanceof UsedTokens) return;
        report.error(
                MISSING_ADAPTER_METHODS,
                "session.adoptUntil",
                "session.adoptUntil needs an adapter that implements UsedTokens, so that no ended session comes back");
    }

    /** The record's end is the truth, so a second one would be ignored. */
    private void tokenAge() {
        if (!traits.isRecorded() || config.jwt.maxAge() == null) return;
        error("jwt.maxAge", "a revocable session ends with its record; set session.maxAge instead of jwt.maxAge");
    }

    private void error(String setting, String problem) {
        report.error(INVALID_CONFIGURATION, setting, problem);
    }
}
