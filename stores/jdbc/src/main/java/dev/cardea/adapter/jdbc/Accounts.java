package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.ForwardingAdapter;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import java.util.List;
import java.util.Optional;

/** Accounts, each call on a connection. */
final class Accounts implements ForwardingAdapter.Accounts {
    private final Connections connections;

    Accounts(Connections connections) {
        this.connections = connections;
    }

    @Override
    public Optional<User> getUserByAccount(String provider, String providerAccountId) {
        return connections.each(
                "getUserByAccount", (tables, sql) -> tables.accounts().userByKey(sql, provider, providerAccountId));
    }

    @Override
    public Account linkAccount(Account account) {
        Connections.Work<Account> link = (tables, sql) -> tables.accounts().link(sql, account);
        return account.unverifiedEmail() == null
                ? connections.inserting("linkAccount", link)
                : connections.together("linkAccount", link);
    }

    /** Not before the migration that makes the place for it. */
    boolean keepsUnverifiedEmail() {
        return connections.each(
                "keepsUnverifiedEmail", (tables, sql) -> tables.accounts().keepsUnverifiedEmail(sql));
    }

    @Override
    public void unlinkAccount(String provider, String providerAccountId) {
        connections.together("unlinkAccount", (tables, sql) -> {
            tables.accounts().unlink(sql, provider, providerAccountId);
            return true;
        });
    }

    @Override
    public void updateAccount(Account account) {
        Connections.Work<Boolean> update = (tables, sql) -> {
            tables.accounts().update(sql, account);
            return true;
        };
        if (account.claims().has(Account.UNVERIFIED_EMAIL)) connections.together("updateAccount", update);
        else connections.each("updateAccount", update);
    }

    @Override
    public Optional<Account> getAccount(String providerAccountId, String provider) {
        return connections.each(
                "getAccount", (tables, sql) -> tables.accounts().byKey(sql, provider, providerAccountId));
    }

    @Override
    public List<Account> listAccountsByUserId(String userId) {
        return connections.each(
                "listAccountsByUserId", (tables, sql) -> tables.accounts().byUser(sql, userId));
    }
}
