package dev.cardea.adapter.cassandra;

import dev.cardea.token.Randomness;

/** The seven kinds of rows, each with what it needs of the others. */
record Repositories(
        Users users,
        Accounts accounts,
        Sessions sessions,
        VerificationTokens tokens,
        Authenticators authenticators,
        SessionRecords records,
        Records moduleRecords) {
    static Repositories of(Commands commands, Expiry ends, Randomness randomness) {
        var users = new Users(commands, ends, randomness);
        var accounts = new Accounts(commands, users);
        return new Repositories(
                users,
                accounts,
                new Sessions(commands, ends, users),
                new VerificationTokens(commands, ends, randomness),
                new Authenticators(commands, accounts, users),
                new SessionRecords(commands, ends, randomness, users),
                new Records(commands, ends, randomness));
    }
}
