package dev.cardea.adapter.jdbc;

import dev.cardea.token.Randomness;
import java.time.Clock;
import java.time.Instant;

/** The seven kinds of rows, on the same connections. */
record Repositories(
        Users users,
        Accounts accounts,
        Sessions sessions,
        VerificationTokens tokens,
        Authenticators authenticators,
        SessionRecords records,
        Records moduleRecords) {
    /** @param nextSweep when a call removes expired keys for the first time */
    static Repositories of(Connections connections, Clock clock, Randomness randomness, Instant nextSweep) {
        return new Repositories(
                new Users(connections, randomness),
                new Accounts(connections),
                new Sessions(connections),
                new VerificationTokens(connections, clock, nextSweep),
                new Authenticators(connections),
                new SessionRecords(connections),
                new Records(connections, clock));
    }
}
