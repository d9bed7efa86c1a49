package dev.cardea.internal.config;

import static dev.cardea.error.ErrorType.INVALID_CONFIGURATION;
import static dev.cardea.error.ErrorType.MISSING_ADAPTER_METHODS;

import dev.cardea.adapter.SessionRecord;
import dev.cardea.adapter.UsedTokens;
import dev.cardea.internal.session.SessionTraits;
import java.time.Duration;

/** Checks the ages of sessions, tokens and headers. */
final class AgeCheck {
    private static final Duration MAX_CONFIRM_AGE = Duration.ofHours(1);
    private static final Duration MIN_ABSOLUTE_AGE = Duration.ofHours(1);

    private final Draft config;
    private final ConfigReport report;

    private AgeCheck(Draft config, ConfigReport report) {
        this.config = config;
        this.report = report;
    }

    static void check(Draft config, ConfigReport report) {
        new AgeCheck(config, report).ages();
    }

    private void ages() {
        if (config.session.maxAge().isNegative() || config.session.maxAge().isZero()) {
            report.error(INVALID_CONFIGURATION, "session.maxAge", "session.maxAge must be positive");
        }
        if (config.session.updateAge().isNegative()) {
            report.error(
                    INVALID_CONFIGURATION,
                    "session.updateAge",
                    "session.updateAge must not be negative; 0 updates on every access");
        }
        revocable();
        var transport = config.strictTransportSecurity;
        if (transport != null && transport.isNegative()) {
            report.error(
                    INVALID_CONFIGURATION,
                    "strictTransportSecurity",
                    "strictTransportSecurity must not be negative; 0 takes back what was sent before");
        }
        var jwtAge = config.jwt.maxAge();
        if (jwtAge != null && (jwtAge.isNegative() || jwtAge.isZero())) {
            report.error(INVALID_CONFIGURATION, "jwt.maxAge", "jwt.maxAge must be positive");
        }
    }

    private void revocable() {
        var session = config.session;
        var traits = SessionTraits.of(config.strategy());
        if (session.confirmAge().isNegative() || session.confirmAge().compareTo(MAX_CONFIRM_AGE) > 0) {
            report.error(
                    INVALID_CONFIGURATION,
                    "session.confirmAge",
                    "session.confirmAge must be from 0 to 3600 seconds; 0 asks the store for each request");
        }
        var absolute = session.absoluteAgeOr(null);
        if (absolute.isPresent() && absolute.get().compareTo(MIN_ABSOLUTE_AGE) < 0) {
            report.error(INVALID_CONFIGURATION, "session.absoluteAge", "session.absoluteAge must be at least an hour");
        }
        var most = session.maxPerUser();
        if (most != null && (most < 1 || most > SessionRecord.MAX_LISTED)) {
            report.error(INVALID_CONFIGURATION, "session.maxPerUser", "session.maxPerUser must be from 1 to 1000");
        }
        if (!traits.isStored() && most != null) {
            report.error(
                    INVALID_CONFIGURATION,
                    "session.maxPerUser",
                    "session.maxPerUser only works with sessions in the store; set session.strategy to revocable or"
                            + " database");
        }
        if (!traits.isStored() && session.devices() != null) {
            report.error(
                    INVALID_CONFIGURATION,
                    "session.devices",
                    "session.devices needs sessions in the store; set session.strategy to revocable or database");
        }
        if (session.adoptUntil() != null && !traits.isRecorded()) {
            report.error(
                    INVALID_CONFIGURATION,
                    "session.adoptUntil",
                    "session.adoptUntil only works with revocable sessions; set session.strategy to revocable, or remove it");
        }
        if (session.adoptUntil() != null && config.adapter != null && !(config.adapter instanceof UsedTokens)) {
            report.error(
                    MISSING_ADAPTER_METHODS,
                    "session.adoptUntil",
                    "session.adoptUntil needs an adapter that implements UsedTokens, so that no ended session comes back");
        }
        if (traits.isRecorded() && config.jwt.maxAge() != null) {
            report.error(
                    INVALID_CONFIGURATION,
                    "jwt.maxAge",
                    "a revocable session ends with its record; set session.maxAge instead of jwt.maxAge");
        }
    }
}
