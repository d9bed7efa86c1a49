package dev.cardea.internal.config;

import static dev.cardea.error.ErrorType.INVALID_CONFIGURATION;
import static dev.cardea.error.ErrorType.MISSING_SECRET;

import dev.cardea.config.Environment;
import java.util.List;

/** Checks that there is a secret, and that it is strong enough where the site runs. */
final class SecretCheck {
    private static final String RANDOM_BYTES = "32 random bytes, for example from `openssl rand -base64 33`";

    private final Draft config;
    private final ConfigReport report;

    private SecretCheck(Draft config, ConfigReport report) {
        this.config = config;
        this.report = report;
    }

    static void check(Draft config, ConfigReport report) {
        new SecretCheck(config, report).secret();
    }

    private void secret() {
        if (config.secret.isEmpty() || config.secret.stream().anyMatch(String::isEmpty)) {
            report.error(MISSING_SECRET, "secret", "secret isn't set; set it or AUTH_SECRET to " + RANDOM_BYTES);
            return;
        }
        var weak = config.secret.stream()
                .flatMap(secret -> SecretStrength.weaknessOf(secret).stream())
                .findFirst();
        if (weak.isEmpty()) return;
        if (config.environment != Environment.PRODUCTION) report.warn("weak-secret");
        else {
            report.error(
                    INVALID_CONFIGURATION,
                    "secret",
                    "secret " + weak.get() + "; in production use " + RANDOM_BYTES + ", or set {} to development",
                    List.of("environment"));
        }
    }
}
