package dev.cardea.adapter.mongodb;

import com.mongodb.client.ClientSession;
import org.jspecify.annotations.Nullable;

/** The seven kinds of rows, each with what it needs of the others. */
record Repositories(
        Users users,
        Accounts accounts,
        Sessions sessions,
        VerificationTokens tokens,
        Authenticators authenticators,
        SessionRecords records,
        Records moduleRecords) {
    static Repositories of(Database database, @Nullable ClientSession session) {
        var names = database.names();
        var users = new Users(database.of(names.users(), session));
        var accounts = new Accounts(database.of(names.accounts(), session), users, names.users());
        return new Repositories(
                users,
                accounts,
                new Sessions(database.of(names.sessions(), session), names.users()),
                new VerificationTokens(
                        database.of(names.verificationTokens(), session), database.of(names.usedTokens(), session)),
                new Authenticators(database.of(names.authenticators(), session), accounts),
                new SessionRecords(database.of(names.sessionRecords(), session), names.users()),
                new Records(database.of(names.records(), session), database.clock()));
    }
}
