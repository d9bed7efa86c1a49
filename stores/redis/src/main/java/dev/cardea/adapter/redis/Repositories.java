package dev.cardea.adapter.redis;

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
    static Repositories of(Commands commands, Keys keys, Expiry expiry, Randomness randomness) {
        var users = new Users(commands, keys, randomness);
        var accounts = new Accounts(commands, keys, users);
        return new Repositories(
                users,
                accounts,
                new Sessions(commands, keys, expiry, users),
                new VerificationTokens(commands, keys, expiry),
                new Authenticators(commands, keys, accounts, users),
                new SessionRecords(commands, keys, expiry, users),
                new Records(commands, keys, expiry));
    }
}
