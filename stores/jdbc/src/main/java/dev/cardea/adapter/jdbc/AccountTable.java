package dev.cardea.adapter.jdbc;

import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.User;
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
    static final String NAME = "account";

    private static final String EXPIRES = "expires_at";
    private static final List<String> TOKENS =
            List.of("refresh_token", "access_token", EXPIRES, "token_type", "scope", "id_token", "session_state");

    private final Table table;
    private final UserTable users;
    private final Column userId;
    private final Column type;
    private final Column provider;
    private final Column providerAccountId;
    private final List<Column> tokens;
    private final List<Column> columns;
    private final @Nullable UniqueKeyLock guard;
    private final Write insert;
    private final String byKey;
    private final String userByKey;
    private final String byUser;
    private final String isKey;
    private final String delete;
    private final String deleteByUser;
    /** Removes an account whose user went while it was linked; {@code null} where the database sees to that. */
    private final @Nullable String deleteLeft;

    /** {@code null} if the migration that makes it had not run when the tables were read. */
    private final @Nullable AccountRecordTable records;

    private final String recordsName;

    private final Map<List<Column>, Write> updates = new ConcurrentHashMap<>();

    /** @param records what is known of accounts; {@code null} if the database has no table for it */
    AccountTable(Table table, UserTable users, @Nullable AccountRecordTable records, Layout layout, SqlDialect dialect)
            throws SQLException {
        this.table = table;
        this.users = users;
        this.records = records;
        recordsName = dialect.quote(layout.named(AccountRecordTable.NAME));
        userId = table.column("userId");
        type = table.column("type");
        provider = table.column("provider");
        providerAccountId = table.column("providerAccountId");
        tokens = table.present(TOKENS);
        var all = new ArrayList<>(List.of(userId, type, provider, providerAccountId));
        all.addAll(tokens);
        columns = List.copyOf(all);
        guard = UniqueKeyLock.where(dialect, layout, table, provider, providerAccountId);
        isKey = Table.are(provider, providerAccountId);
        insert = table.insert(columns);
        byKey = table.select(columns, isKey);
        userByKey = "select " + users.joined().columns("u") + " from "
                + users.joined().as("u") + " join " + table.sql() + " a on u."
                + users.id().sql() + " = a." + userId.sql() + " where " + provider.is("a") + " and "
                + providerAccountId.is("a");
        byUser = byUser();
        delete = table.delete(isKey);
        deleteByUser = table.delete(userId.is());
        boolean mayBeLeft = guard != null || !dialect.keepsForeignKeys();
        deleteLeft = mayBeLeft
                ? delete + " and not exists (select 1 from " + users.sql() + " u where u."
                        + users.id().sql() + " = " + table.sql() + "." + userId.sql() + ")"
                : null;
    }

    boolean isGuarded() {
        return guard != null;
    }

    /** In one statement with what is known of them. Each account is there once for each record of the user. */
    private String byUser() {
        if (records == null) return table.select(columns, userId.is());
        var known = records.joined();
        return "select " + Column.list("a", columns) + ", " + known.columns("r") + " from " + joined().as("a")
                + " left join " + known.as("r") + " on " + records.userId().is("r") + " where " + userId.is("a");
    }

    /**
     * Returns the records, which another process may have begun to write since the tables were read.
     *
     * @throws MissingTable if the table was made since, so that the tables are read again
     */
    private @Nullable AccountRecordTable records(Sql sql) throws SQLException {
        if (records == null && sql.finds(recordsName))
            throw new MissingTable("the table " + recordsName + " was created while this process was running; "
                    + "repeat the request");
        return records;
    }

    boolean keepsUnverifiedEmail(Sql sql) throws SQLException {
        return records(sql) != null;
    }

    Account link(Sql sql, Account account) throws SQLException {
        var owner = account.userId();
        if (owner == null) throw new IllegalArgumentException("an account needs the field userId");
        var records = records(sql);
        if (deleteLeft != null)
            sql.change(
                    deleteLeft, provider.key(account.provider()), providerAccountId.key(account.providerAccountId()));
        if (guard != null) guard.claim(sql, key(account));
        var values = new ArrayList<@Nullable Object>();
        values.add(userId.identity(owner));
        values.add(type.value(account.type()));
        values.add(provider.identity(account.provider()));
        values.add(providerAccountId.whole(account.providerAccountId()));
        for (var token : tokens) values.add(token.value(claim(account, token)));
        sql.change(insert, values.toArray());
        var stored = new LinkedHashMap<String, @Nullable Object>();
        for (var column : columns) stored.put(column.name(), claim(account, column));
        if (records != null && account.claims().has(Account.UNVERIFIED_EMAIL)) {
            // After the insert, which fails for an account that is there.
            if (account.unverifiedEmail() == null) {
                records.delete(sql, account.provider(), account.providerAccountId());
            } else records.put(sql, owner, account);
            stored.put(Account.UNVERIFIED_EMAIL, account.unverifiedEmail());
        }
        return Account.of(Claims.of(stored));
    }

    Optional<Account> byKey(Sql sql, String at, String it) throws SQLException {
        return sql.first(byKey, row -> read(row, 1), provider.key(at), providerAccountId.key(it));
    }

    Optional<User> userByKey(Sql sql, String at, String it) throws SQLException {
        return sql.first(userByKey, row -> users.read(row, 1), provider.key(at), providerAccountId.key(it));
    }

    List<Account> byUser(Sql sql, String user) throws SQLException {
        var records = records(sql);
        if (records == null) return sql.all(byUser, row -> read(row, 1), userId.key(user));
        int width = columns.size();
        var accounts = new LinkedHashMap<OwnedAccount, Account>();
        sql.all(
                        byUser,
                        row -> AccountRecordTable.completed(read(row, 1), row, width + 1),
                        records.userId().key(user),
                        userId.key(user))
                .forEach(account -> accounts.merge(
                        OwnedAccount.of(account),
                        account,
                        (one, other) -> one.unverifiedEmail() == null ? other : one));
        return List.copyOf(accounts.values());
    }

    /**
     * Removes some of what is known of accounts that another program has removed.
     *
     * @return where it ended; empty if nothing is left to look at
     */
    Optional<OwnedAccount> removeLeftRecords(Sql sql, OwnedAccount last) throws SQLException {
        var records = records(sql);
        if (records == null) return Optional.empty();
        var some = records.after(sql, last);
        var remove = records.deleteUnless(byKey + " and " + userId.is());
        for (var it : some) {
            var values = new ArrayList<@Nullable Object>(records.keys(it));
            values.add(provider.key(it.provider()));
            values.add(providerAccountId.key(it.providerAccountId()));
            values.add(userId.key(it.userId()));
            sql.change(remove, values.toArray());
        }
        return some.size() < AccountRecordTable.SLICE ? Optional.empty() : Optional.of(some.get(some.size() - 1));
    }

    /** Replaces the tokens that are given; a provider sends a refresh token once, so one that is not given stays. */
    void update(Sql sql, Account account) throws SQLException {
        if (account.claims().has(Account.UNVERIFIED_EMAIL)) mark(sql, account);
        var given =
                tokens.stream().filter(it -> account.claims().has(it.name())).toList();
        if (given.isEmpty()) return;
        var values = new ArrayList<@Nullable Object>();
        for (var token : given) values.add(token.value(claim(account, token)));
        values.addAll(List.of(key(account)));
        sql.change(updates.computeIfAbsent(given, list -> table.update(list, isKey)), values.toArray());
    }

    private void mark(Sql sql, Account account) throws SQLException {
        var records = records(sql);
        if (records == null) return;
        var at = account.provider();
        var it = account.providerAccountId();
        if (account.unverifiedEmail() == null) {
            records.delete(sql, at, it);
            return;
        }
        var owner = byKey(sql, at, it).map(Account::userId);
        if (owner.isPresent()) records.put(sql, owner.get(), account);
    }

    /** The account first, so that it is never there without what is known of it. */
    void unlink(Sql sql, String at, String it) throws SQLException {
        var records = records(sql);
        sql.change(delete, provider.key(at), providerAccountId.key(it));
        if (records != null) records.delete(sql, at, it);
    }

    void deleteByUser(Sql sql, String user) throws SQLException {
        var records = records(sql);
        sql.change(deleteByUser, userId.key(user));
        if (records != null) records.deleteByUser(sql, user);
    }

    private Key[] key(Account account) {
        return new Key[] {provider.key(account.provider()), providerAccountId.key(account.providerAccountId())};
    }

    private static @Nullable Object claim(Account account, Column column) {
        return column.name().equals(EXPIRES)
                ? account.expiresAt()
                : account.claims().text(column.name());
    }

    JoinedTable joined() {
        return new JoinedTable(table, columns);
    }

    Column userId() {
        return userId;
    }

    Column provider() {
        return provider;
    }

    Column providerAccountId() {
        return providerAccountId;
    }

    /** The account that begins at a column of a row. */
    Account read(Row row, int first) throws SQLException {
        var claims = new LinkedHashMap<String, @Nullable Object>();
        for (var name : TOKENS) claims.put(name, null);
        int index = first;
        for (var column : columns) {
            claims.put(column.name(), column.name().equals(EXPIRES) ? row.number(index) : row.text(index));
            index++;
        }
        return Account.of(Claims.of(claims));
    }
}
