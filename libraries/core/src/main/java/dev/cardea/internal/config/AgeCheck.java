package dev.cardea.internal.config;

import static dev.cardea.error.ErrorType.INVALID_CONFIGURATION;

/** Checks the ages of sessions, tokens and headers. */
final class AgeCheck {
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
}
