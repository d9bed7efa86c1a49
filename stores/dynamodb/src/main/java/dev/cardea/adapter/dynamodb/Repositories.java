package dev.cardea.adapter.dynamodb;

import dev.cardea.token.Randomness;
import java.time.Clock;

/** The seven kinds of rows, each with what it needs of the others. */
record Repositories(
        Users users,
        Accounts accounts,
        Sessions sessions,
        VerificationTokens tokens,
        Authenticators authenticators,
        SessionRecords records,
        Records moduleRecords) {
    static Repositories of(Items items, Names names, Randomness randomness, Clock clock) {
        var users = new Users(items, names, randomness);
        var accounts = new Accounts(items, names, users, randomness);
        return new Repositories(
                users,
                accounts,
                new Sessions(items, names, users),
                new VerificationTokens(items),
                new Authenticators(items, accounts, users),
                new SessionRecords(items, users),
                new Records(items, clock));
    }
}
