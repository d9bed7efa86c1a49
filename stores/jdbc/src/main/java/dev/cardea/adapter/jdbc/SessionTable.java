package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.SessionAndUser;
import dev.cardea.adapter.SessionChange;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Database sessions. */
final class SessionTable {
    static final String NAME = "session";

    private final UserTable users;
    private final Column token;
    private final Column userId;
    private final Column expires;
    private final @Nullable UniqueKeyLock guard;
    private final Write insert;
    private final String byToken;
    private final String withUser;
    private final String byUser;
    private final Write updateExpires;
    private final Write updateUser;
    private final Write updateBoth;
    private final String delete;
    private final String deleteByUser;
    private final String deleteOthers;
    private final ExpiredRows expired;
    private final boolean returnsRows;
    private final List<Column> columns;

    SessionTable(Table table, UserTable users, Layout layout, SqlDialect dialect) throws SQLException {
        this.users = users;
        token = table.column("sessionToken");
        userId = table.column("userId");
        expires = table.column("expires").ofTimes();
        guard = UniqueKeyLock.where(dialect, layout, table, token);
        columns = List.of(token, userId, expires);
        returnsRows = dialect.returnsRows();
        insert = table.insert(columns);
        byToken = table.select(columns, token.is());
        withUser = "select " + Column.list("s", columns) + ", " + users.joined().columns("u") + " from " + table.sql()
                + " s join " + users.joined().as("u") + " on u." + users.id().sql() + " = s." + userId.sql() + " where "
                + token.is("s");
        byUser = table.select(columns, userId.is());
        updateExpires = table.update(List.of(expires), token.is());
        updateUser = table.update(List.of(userId), token.is());
        updateBoth = table.update(List.of(expires, userId), token.is());
        delete = table.delete(token.is());
        deleteByUser = table.delete(userId.is());
        deleteOthers = table.delete(userId.is() + " and not (" + token.is() + ")");
        expired = new ExpiredRows(dialect, table, expires);
    }

    boolean isGuarded() {
        return guard != null;
    }

    AdapterSession create(Sql sql, AdapterSession it) throws SQLException {
        if (guard != null) guard.claim(sql, token.key(it.sessionToken()));
        sql.change(
                insert,
                token.identity(it.sessionToken()),
                userId.identity(it.userId()),
                expires.identity(it.expires()));
        return new AdapterSession(it.sessionToken(), it.userId(), Type.inMillis(it.expires()));
    }

    Optional<SessionAndUser> withUser(Sql sql, String it) throws SQLException {
        return sql.first(withUser, row -> new SessionAndUser(read(row), users.read(row, 4)), token.key(it));
    }

    Optional<AdapterSession> update(Sql sql, SessionChange change) throws SQLException {
        var key = token.key(change.sessionToken());
        var until = change.expires().map(expires::value).orElse(null);
        var owner = change.userId().map(userId::identity).orElse(null);
        if (until != null && owner != null) return update(sql, updateBoth, key, until, owner, key);
        if (until != null) return update(sql, updateExpires, key, until, key);
        if (owner != null) return update(sql, updateUser, key, owner, key);
        return sql.first(byToken, this::read, key);
    }

    private Optional<AdapterSession> update(Sql sql, Write write, Key key, @Nullable Object... given)
            throws SQLException {
        if (returnsRows) return sql.changed(write.returning(columns), this::read, given);
        sql.change(write, given);
        return sql.first(byToken, this::read, key);
    }

    /** Of two callers at once, the one whose delete hits the row gets it. */
    Optional<AdapterSession> delete(Sql sql, String it) throws SQLException {
        if (returnsRows) {
            var write = new Write(delete, List.of()).returning(columns);
            return sql.changed(write, this::read, token.key(it));
        }
        var session = sql.first(byToken, this::read, token.key(it));
        return session.isPresent() && sql.change(delete, token.key(it)) > 0 ? session : Optional.empty();
    }

    List<AdapterSession> byUser(Sql sql, String user) throws SQLException {
        return sql.all(byUser, this::read, userId.key(user));
    }

    void deleteByUser(Sql sql, String user) throws SQLException {
        sql.change(deleteByUser, userId.key(user));
    }

    void deleteOthers(Sql sql, String user, String except) throws SQLException {
        var kept = token.key(except);
        // To one database no text is null, and what is not equal to null is unknown.
        if (kept.value() == null || except.isEmpty()) deleteByUser(sql, user);
        else sql.change(deleteOthers, userId.key(user), kept);
    }

    ExpiredRows expired() {
        return expired;
    }

    private AdapterSession read(Row row) throws SQLException {
        return new AdapterSession(row.textOf(1), row.textOf(2), row.timeOf(3, expires));
    }
}
