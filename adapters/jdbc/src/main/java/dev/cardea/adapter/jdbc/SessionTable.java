package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.SessionAndUser;
import dev.cardea.adapter.SessionChange;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Database sessions. */
final class SessionTable {
    private static final String SESSION = "session";
    private static final List<String> COLUMNS = List.of("sessionToken", "userId", "expires");

    private final UserTable users;
    private final String insert;
    private final String byToken;
    private final String withUser;
    private final String byUser;
    private final String updateExpires;
    private final String updateUser;
    private final String updateBoth;
    private final String delete;
    private final String deleteByUser;
    private final String deleteOthers;
    private final String deleteExpired;

    SessionTable(Names names, UserTable users) {
        this.users = users;
        String isToken = names.is("sessionToken");
        insert = names.insert(SESSION, COLUMNS);
        byToken = names.select(SESSION, COLUMNS, isToken);
        withUser = "select " + names.columns("s", COLUMNS) + ", " + names.columns("u", users.columns()) + " from "
                + names.table(SESSION) + " s join " + names.table("user") + " u on u." + names.column("id") + " = s."
                + names.column("userId") + " where " + names.is("s", "sessionToken");
        byUser = names.select(SESSION, COLUMNS, names.is("userId"));
        updateExpires = names.update(SESSION, List.of("expires"), isToken);
        updateUser = names.update(SESSION, List.of("userId"), isToken);
        updateBoth = names.update(SESSION, List.of("expires", "userId"), isToken);
        delete = names.delete(SESSION, isToken);
        deleteByUser = names.delete(SESSION, names.is("userId"));
        deleteOthers = names.delete(SESSION, names.is("userId") + " and not (" + isToken + ")");
        deleteExpired = names.delete(SESSION, names.column("expires") + " < ?");
    }

    AdapterSession create(Sql sql, AdapterSession session) throws SQLException {
        var expires = Dialect.inMillis(session.expires());
        sql.change(insert, session.sessionToken(), session.userId(), expires);
        return new AdapterSession(session.sessionToken(), session.userId(), expires);
    }

    Optional<SessionAndUser> withUser(Sql sql, String token) throws SQLException {
        return sql.first(withUser, row -> new SessionAndUser(read(row), users.read(row, COLUMNS.size() + 1)), token);
    }

    Optional<AdapterSession> update(Sql sql, SessionChange change) throws SQLException {
        String token = change.sessionToken();
        if (change.expires() != null && change.userId() != null) {
            sql.change(updateBoth, change.expires(), change.userId(), token);
        } else if (change.expires() != null) {
            sql.change(updateExpires, change.expires(), token);
        } else if (change.userId() != null) {
            sql.change(updateUser, change.userId(), token);
        }
        return byToken(sql, token);
    }

    /** Of two callers at once, the one whose delete hits the row gets it. */
    Optional<AdapterSession> delete(Sql sql, String token) throws SQLException {
        var session = byToken(sql, token);
        return session.isPresent() && sql.change(delete, token) == 1 ? session : Optional.empty();
    }

    List<AdapterSession> byUser(Sql sql, String userId) throws SQLException {
        return sql.all(byUser, SessionTable::read, userId);
    }

    void deleteByUser(Sql sql, String userId) throws SQLException {
        sql.change(deleteByUser, userId);
    }

    void deleteOthers(Sql sql, String userId, String exceptToken) throws SQLException {
        sql.change(deleteOthers, userId, exceptToken);
    }

    int deleteExpired(Sql sql, Instant before) throws SQLException {
        return sql.change(deleteExpired, before);
    }

    private Optional<AdapterSession> byToken(Sql sql, String token) throws SQLException {
        return sql.first(byToken, SessionTable::read, token);
    }

    private static AdapterSession read(Row row) throws SQLException {
        return new AdapterSession(row.textOf(1), row.textOf(2), row.timeOf(3));
    }
}
