package dev.cardea.adapter.jdbc;

import dev.cardea.model.Account;
import java.sql.SQLException;
import java.util.List;

/** What is known of accounts beyond the columns of Auth.js: a table of our own, with a row for few accounts. */
final class AccountRecordTable {
    static final String NAME = "cardea_account";

    private final Column provider;
    private final Column providerAccountId;
    private final Column userId;
    private final Column unverifiedEmail;
    private final Write insert;
    private final Write update;
    private final String byUser;
    private final String delete;
    private final String deleteByUser;

    AccountRecordTable(Table table) throws SQLException {
        provider = table.column("provider");
        providerAccountId = table.column("providerAccountId");
        userId = table.column("userId");
        unverifiedEmail = table.column("unverified_email");
        var isKey = Table.are(provider, providerAccountId);
        insert = table.insert(List.of(userId, unverifiedEmail, provider, providerAccountId));
        update = table.update(List.of(userId, unverifiedEmail), isKey);
        byUser = table.select(List.of(provider, providerAccountId, unverifiedEmail), userId.is());
        delete = table.delete(isKey);
        deleteByUser = table.delete(userId.is());
    }

    /** An account with the address that its provider has not verified. */
    private record Mark(String provider, String providerAccountId, String email) {
        boolean isOf(Account account) {
            return provider.equals(account.provider()) && providerAccountId.equals(account.providerAccountId());
        }
    }

    /** Keeps the address of an account that has one. The row of an account that Auth.js has removed is replaced. */
    void put(Sql sql, String user, Account account) throws SQLException {
        var owner = userId.identity(user);
        var email = unverifiedEmail.value(account.unverifiedEmail());
        var at = account.provider();
        var it = account.providerAccountId();
        if (sql.change(update, owner, email, provider.key(at), providerAccountId.key(it)) > 0) return;
        sql.change(insert, owner, email, provider.identity(at), providerAccountId.whole(it));
    }

    void delete(Sql sql, String at, String it) throws SQLException {
        sql.change(delete, provider.key(at), providerAccountId.key(it));
    }

    void deleteByUser(Sql sql, String user) throws SQLException {
        sql.change(deleteByUser, userId.key(user));
    }

    /** The accounts of the user, each with what is known of it. */
    List<Account> completed(Sql sql, String user, List<Account> accounts) throws SQLException {
        if (accounts.isEmpty()) return accounts;
        var marks = sql.all(byUser, row -> new Mark(row.textOf(1), row.textOf(2), row.textOf(3)), userId.key(user));
        if (marks.isEmpty()) return accounts;
        return accounts.stream().map(account -> completed(account, marks)).toList();
    }

    private static Account completed(Account account, List<Mark> marks) {
        return marks.stream()
                .filter(mark -> mark.isOf(account))
                .findFirst()
                .map(mark -> account.with(Account.UNVERIFIED_EMAIL, mark.email()))
                .orElse(account);
    }
}
