package dev.cardea.adapter.jdbc;

import dev.cardea.model.Account;
import java.sql.SQLException;
import java.util.List;

/** What is known of accounts beyond the columns of Auth.js: a table of our own, with a row for few accounts. */
final class AccountRecordTable {
    static final String NAME = "cardea_account";
    static final int SLICE = 100;

    private final Column provider;
    private final Column providerAccountId;
    private final Column userId;
    private final Column unverifiedEmail;
    private final Table table;
    private final Write insert;
    private final String next;
    private final String delete;
    private final String deleteByUser;

    AccountRecordTable(Table table, SqlDialect dialect) throws SQLException {
        this.table = table;
        provider = table.column("provider");
        providerAccountId = table.column("providerAccountId");
        userId = table.column("userId");
        unverifiedEmail = table.column("unverified_email");
        var isKey = Table.are(provider, providerAccountId);
        insert = table.insert(List.of(userId, unverifiedEmail, provider, providerAccountId));
        next = table.select(
                        List.of(provider, providerAccountId, userId),
                        provider.sql() + " >= ? and (" + provider.sql() + " > ? or " + providerAccountId.sql()
                                + " > ?)")
                + " order by " + Column.list(List.of(provider, providerAccountId)) + dialect.rows(0, SLICE);
        delete = table.delete(isKey);
        deleteByUser = table.delete(userId.is());
    }

    /**
     * Keeps the address of an account that has one. A row that is left of an earlier account is removed and not changed: a
     * clean-up that runs at the same time removes the row that it has seen.
     */
    void put(Sql sql, String user, Account account) throws SQLException {
        var owner = userId.identity(user);
        var email = unverifiedEmail.value(account.unverifiedEmail());
        var at = account.provider();
        var it = account.providerAccountId();
        delete(sql, at, it);
        sql.change(insert, owner, email, provider.identity(at), providerAccountId.whole(it));
    }

    void delete(Sql sql, String at, String it) throws SQLException {
        sql.change(delete, provider.key(at), providerAccountId.key(it));
    }

    void deleteByUser(Sql sql, String user) throws SQLException {
        sql.change(deleteByUser, userId.key(user));
    }

    /** Returns the next accounts in the table, in its order, which is that of its key. */
    List<OwnedAccount> after(Sql sql, OwnedAccount last) throws SQLException {
        return sql.all(
                next,
                row -> new OwnedAccount(row.textOf(1), row.textOf(2), row.textOf(3)),
                last.provider(),
                last.provider(),
                last.providerAccountId());
    }

    /** Deletes the row of an account unless such a row exists. */
    String deleteUnless(String exists) {
        return delete + " and " + userId.is() + " and not exists (" + exists + ")";
    }

    List<Key> keys(OwnedAccount account) {
        return List.of(
                provider.key(account.provider()),
                providerAccountId.key(account.providerAccountId()),
                userId.key(account.userId()));
    }

    JoinedTable joined() {
        return new JoinedTable(table, List.of(provider, providerAccountId, unverifiedEmail));
    }

    Column userId() {
        return userId;
    }

    /** The account, completed if the row of the join that begins at a column is about it. */
    static Account completed(Account account, Row row, int first) throws SQLException {
        boolean isIts = account.provider().equals(row.text(first))
                && account.providerAccountId().equals(row.text(first + 1));
        return isIts ? account.with(Account.UNVERIFIED_EMAIL, row.text(first + 2)) : account;
    }
}
