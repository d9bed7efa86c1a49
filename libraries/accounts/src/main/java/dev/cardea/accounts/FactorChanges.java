package dev.cardea.accounts;

import dev.cardea.limit.Limit;
import java.time.Duration;

/** The limit of changes to the second factors of a user: each sends an email. */
final class FactorChanges {
    private static final Limit LIMIT = new Limit(10, Duration.ofMinutes(1));

    private FactorChanges() {}

    /** @throws dev.cardea.error.TooManyRequestsException after too many */
    static void count(AccountRequest request) {
        request.call().countAttempt("change-factor", request.userId(), LIMIT);
    }
}
