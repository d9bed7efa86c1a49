package dev.cardea.adapter.jdbc;

import java.sql.SQLException;

/** All statements, written once when the database is first reached. */
record Tables(
        Dialect dialect,
        Layout layout,
        UserTable users,
        AccountTable accounts,
        SessionTable sessions,
        TokenTable tokens,
        AuthenticatorTable authenticators,
        SpentTable spent) {
    static Tables of(Dialect dialect, Layout layout, Sql sql) throws SQLException {
        var names = new Names(dialect, layout);
        var users = UserTable.of(names, sql);
        return new Tables(
                dialect,
                layout,
                users,
                new AccountTable(names),
                new SessionTable(names, users),
                new TokenTable(names),
                new AuthenticatorTable(names),
                new SpentTable(names));
    }
}
