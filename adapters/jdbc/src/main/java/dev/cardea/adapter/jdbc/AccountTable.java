package dev.cardea.adapter.jdbc;

import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Accounts: what links them, and of the token set the members that have a column; all others are dropped. */
final class AccountTable {
    private static final String ACCOUNT = "account";
    private static final List<String> IDENTITY = List.of("userId", "type", "provider", "providerAccountId");
    private static final List<String> TOKENS =
            List.of("refresh_token", "access_token", "expires_at", "token_type", "scope", "id_token", "session_state");

    private final Names names;
    private final List<String> columns;
    private final String insert;
    private final String byKey;
    private final String isKey;
    private final String delete;
    private final String deleteByUser;
    private final Map<List<String>, String> updates = new ConcurrentHashMap<>();

    AccountTable(Names names) {
        this.names = names;
        var all = new ArrayList<>(IDENTITY);
        all.addAll(TOKENS);
        columns = List.copyOf(all);
        isKey = names.is("provider") + " and " + names.is("providerAccountId");
        insert = names.insert(ACCOUNT, columns);
        byKey = names.select(ACCOUNT, columns, isKey);
        delete = names.delete(ACCOUNT, isKey);
        deleteByUser = names.delete(ACCOUNT, names.is("userId"));
    }

    Account link(Sql sql, Account account) throws SQLException {
        if (account.userId() == null) throw new IllegalArgumentException("an account needs the field userId");
        var stored = new LinkedHashMap<String, @Nullable Object>();
        for (var name : columns) stored.put(name, value(account, name));
        sql.change(insert, stored.values().toArray());
        return Account.of(Claims.of(stored));
    }

    Optional<Account> byKey(Sql sql, String provider, String providerAccountId) throws SQLException {
        return sql.first(byKey, this::read, provider, providerAccountId);
    }

    /** Replaces the tokens that are given; a provider sends a refresh token once, so one that is not given stays. */
    void update(Sql sql, Account account) throws SQLException {
        var given = TOKENS.stream().filter(account.claims()::has).toList();
        if (given.isEmpty()) return;
        var values = new ArrayList<@Nullable Object>();
        for (var name : given) values.add(value(account, name));
        values.add(account.provider());
        values.add(account.providerAccountId());
        sql.change(updates.computeIfAbsent(given, list -> names.update(ACCOUNT, list, isKey)), values.toArray());
    }

    void unlink(Sql sql, String provider, String providerAccountId) throws SQLException {
        sql.change(delete, provider, providerAccountId);
    }

    void deleteByUser(Sql sql, String userId) throws SQLException {
        sql.change(deleteByUser, userId);
    }

    private static @Nullable Object value(Account account, String column) {
        return column.equals("expires_at")
                ? account.expiresAt()
                : account.claims().text(column);
    }

    private Account read(Row row) throws SQLException {
        var claims = new LinkedHashMap<String, @Nullable Object>();
        int index = 1;
        for (var name : columns) {
            claims.put(name, name.equals("expires_at") ? row.number(index) : row.text(index));
            index++;
        }
        return Account.of(Claims.of(claims));
    }
}
