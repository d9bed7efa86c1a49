package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.RecordAndUser;
import dev.cardea.adapter.SessionRecord;
import dev.cardea.adapter.SessionSelection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What is kept of sessions beyond the columns of Auth.js: a table of our own. */
final class SessionRecordTable {
    static final String NAME = "cardea_session";
    static final String MIGRATION = "007-sessions";

    private final UserTable users;
    private final Column id;
    private final Column userId;
    /** The same as the table of users has it; null for a user who was not there at the sign-in. */
    private final Column storedUser;

    private final Column begun;
    private final Column seen;
    private final Column expires;
    private final Column provider;
    private final Column providerSub;
    private final Column providerSid;
    private final Column client;
    private final Column userAgent;
    private final List<Column> columns;
    private final Table table;
    private final Write insert;
    private final String withUser;
    private final String byUser;
    private final Write prolong;
    private final boolean returnsRows;
    private final ExpiredRows expired;

    SessionRecordTable(Table table, UserTable users, SqlDialect dialect) throws SQLException {
        this.table = table;
        this.users = users;
        id = table.column("id");
        userId = table.column("userId");
        storedUser = table.column("stored_user");
        begun = table.column("begun").ofTimes();
        seen = table.column("seen").ofTimes();
        expires = table.column("expires").ofTimes();
        provider = table.column("provider");
        providerSub = table.column("provider_sub");
        providerSid = table.column("provider_sid");
        client = table.column("client");
        userAgent = table.column("user_agent");
        columns = List.of(
                id, userId, storedUser, begun, seen, expires, provider, providerSub, providerSid, client, userAgent);
        insert = table.insert(columns);
        withUser = "select " + Column.list("s", columns) + ", " + users.joined().columns("u") + " from " + table.sql()
                + " s left join " + users.joined().as("u") + " on u."
                + users.id().sql() + " = s." + storedUser.sql()
                + " where " + id.is("s");
        byUser = table.select(columns, userId.is()) + " order by " + seen.sql() + " desc, " + id.sql()
                + dialect.rows(0, SessionRecord.MAX_LISTED);
        prolong = table.update(List.of(seen, expires), id.is() + " and " + seen.sql() + " < ?");
        returnsRows = dialect.returnsRows();
        expired = new ExpiredRows(dialect, table, expires);
    }

    void create(Sql sql, SessionRecord it) throws SQLException {
        sql.change(
                insert,
                id.identity(it.id()),
                userId.identity(it.userId()),
                it.isStoredUser() ? storedUser.identity(it.userId()) : null,
                begun.value(it.begun()),
                seen.value(it.seen()),
                expires.value(it.expires()),
                it.provider().isEmpty() ? null : provider.value(it.provider()),
                providerSub.value(it.providerSub()),
                providerSid.value(it.providerSid()),
                client.value(it.client()),
                userAgent.value(it.userAgent()));
    }

    Optional<RecordAndUser> withUser(Sql sql, String it) throws SQLException {
        int user = columns.size() + 1;
        return sql.first(
                withUser,
                row -> new RecordAndUser(read(row), row.text(user) == null ? null : users.read(row, user)),
                id.key(it));
    }

    List<SessionRecord> byUser(Sql sql, String user) throws SQLException {
        return sql.all(byUser, this::read, userId.key(user));
    }

    boolean prolong(Sql sql, String it, Instant nowSeen, Instant end, Instant ifBefore) throws SQLException {
        return sql.change(prolong, seen.value(nowSeen), expires.value(end), id.key(it), seen.value(ifBefore)) > 0;
    }

    /** Of two concurrent callers, the one whose delete hits a row gets it. */
    List<SessionRecord> end(Sql sql, SessionSelection which) throws SQLException {
        var condition = condition(which);
        if (returnsRows) {
            var write = new Write(table.delete(condition.sql()), List.of()).returning(columns);
            return sql.all(write.sql(), this::read, condition.values());
        }
        var ended = new ArrayList<SessionRecord>();
        for (var session : sql.all(table.select(columns, condition.sql()), this::read, condition.values())) {
            if (sql.change(table.delete(id.is()), id.key(session.id())) > 0) ended.add(session);
        }
        return ended;
    }

    void deleteByUser(Sql sql, String user) throws SQLException {
        sql.change(
                table.delete(userId.is()),
                userId.key(SessionSelection.ofUser(user).userId()));
    }

    ExpiredRows expired() {
        return expired;
    }

    private record Condition(String sql, Object... values) {}

    private Condition condition(SessionSelection which) {
        if (which instanceof SessionSelection.One one) {
            return one.userId() == null
                    ? new Condition(id.is(), id.key(one.id()))
                    : new Condition(Table.are(id, userId), id.key(one.id()), userId.key(one.userId()));
        }
        if (which instanceof SessionSelection.OfUser of) {
            return of.exceptId() == null
                    ? new Condition(userId.is(), userId.key(of.userId()))
                    : new Condition(
                            userId.is() + " and not (" + id.is() + ")", userId.key(of.userId()), id.key(of.exceptId()));
        }
        return condition((SessionSelection.OfProvider) which);
    }

    private Condition condition(SessionSelection.OfProvider of) {
        var sub = of.sub();
        var sid = of.sid();
        if (sub == null) {
            return new Condition(
                    Table.are(provider, providerSid),
                    provider.key(of.provider()),
                    providerSid.key(Objects.requireNonNull(sid)));
        }
        var bySub = Table.are(provider, providerSub);
        if (sid == null) return new Condition(bySub, provider.key(of.provider()), providerSub.key(sub));
        return new Condition(
                bySub + " and (" + providerSid.is() + " or " + providerSid.sql() + " is null)",
                provider.key(of.provider()),
                providerSub.key(sub),
                providerSid.key(sid));
    }

    private SessionRecord read(Row row) throws SQLException {
        return new SessionRecord(
                row.textOf(1),
                row.textOf(2),
                row.text(3) != null,
                row.timeOf(4, begun),
                row.timeOf(5, seen),
                row.timeOf(6, expires),
                Objects.requireNonNullElse(row.text(7), ""),
                row.text(8),
                row.text(9),
                row.text(10),
                row.text(11));
    }
}
