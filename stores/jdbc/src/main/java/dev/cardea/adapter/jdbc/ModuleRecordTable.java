package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.SessionSelection;
import dev.cardea.adapter.jdbc.JdbcException.Kind;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What modules keep: a table of our own. */
final class ModuleRecordTable {
    static final String NAME = "cardea_record";
    static final String MIGRATION = "008-records";

    private static final int MAX_TRIES = 5;

    private final SqlDialect dialect;
    private final Column kind;
    private final Column id;
    private final Column userId;
    private final Column data;
    private final Column version;
    private final Column expires;
    private final List<Column> columns;
    private final Write insert;
    private final Write overwrite;
    private final Write replace;
    private final String byId;
    private final String byUser;
    private final Write take;
    private final String deleteVersion;
    private final String deleteByUser;
    private final String deleteByUserAndKind;
    private final ExpiredRows expired;

    ModuleRecordTable(Table table, SqlDialect dialect) throws SQLException {
        this.dialect = dialect;
        kind = table.column("kind");
        id = table.column("id");
        userId = table.column("userId");
        data = table.column("data");
        version = table.column("version");
        expires = table.column("expires").ofTimes();
        columns = List.of(kind, id, userId, data, version, expires);
        var isNamed = Table.are(kind, id);
        var isVersion = isNamed + " and " + version.sql() + " = ?";
        var plain = table.insert(columns);
        insert = new Write(dialect.insertUnlessTaken(plain.sql()), plain.filled());
        overwrite = table.update(List.of(userId, data, version, expires), isNamed + " and " + expires.sql() + " <= ?");
        replace = table.update(List.of(data, version, expires), isVersion);
        byId = table.select(columns, isNamed);
        byUser = table.select(columns, Table.are(userId, kind));
        take = new Write(table.delete(isNamed), List.of()).returning(columns);
        deleteVersion = table.delete(isVersion);
        deleteByUser = table.delete(userId.is());
        deleteByUserAndKind = table.delete(Table.are(userId, kind));
        expired = new ExpiredRows(dialect, table, expires);
    }

    Optional<ModuleRecord> byId(Sql sql, String kindOf, String it) throws SQLException {
        return sql.first(byId, this::read, kind.key(kindOf), id.key(it));
    }

    List<ModuleRecord> byUser(Sql sql, String user, String kindOf) throws SQLException {
        return sql.all(byUser, this::read, owner(user), kind.key(kindOf));
    }

    /** Inserts, or else overwrites what has expired. If that has just been removed, the second insert finds its place. */
    boolean create(Sql sql, ModuleRecord it, Instant now) throws SQLException {
        return insert(sql, it) || overwrite(sql, it, now) || insert(sql, it);
    }

    private boolean insert(Sql sql, ModuleRecord it) throws SQLException {
        try {
            var values = new ArrayList<@Nullable Object>(List.of(kind.identity(it.kind()), id.identity(it.id())));
            values.addAll(values(it));
            return sql.change(insert, values.toArray()) == 1;
        } catch (SQLException e) {
            if (dialect.kindOf(e) == Kind.DUPLICATE) return false;
            throw e;
        }
    }

    private boolean overwrite(Sql sql, ModuleRecord it, Instant now) throws SQLException {
        var values = values(it);
        values.addAll(List.of(kind.key(it.kind()), id.key(it.id()), expires.identity(now)));
        return sql.change(overwrite, values.toArray()) == 1;
    }

    private List<@Nullable Object> values(ModuleRecord it) {
        var values = new ArrayList<@Nullable Object>();
        values.add(it.userId() == null ? null : userId.identity(it.userId()));
        values.add(data.whole(it.data()));
        values.add(it.version());
        values.add(expires.value(it.expires()));
        return values;
    }

    boolean replace(Sql sql, ModuleRecord it) throws SQLException {
        return sql.change(
                        replace,
                        data.whole(it.data()),
                        it.replaced().version(),
                        expires.value(it.expires()),
                        kind.key(it.kind()),
                        id.key(it.id()),
                        it.version())
                == 1;
    }

    /**
     * Of concurrent callers, the one whose delete hits the version that it has read gets it. In a unit whose snapshot is older
     * than a replacement, it can hit none, and the unit begins again.
     */
    Optional<ModuleRecord> take(Sql sql, String kindOf, String it) throws SQLException {
        if (dialect.returnsRows()) return sql.changed(take, this::read, kind.key(kindOf), id.key(it));
        for (int tries = 1; tries <= MAX_TRIES; tries++) {
            var found = byId(sql, kindOf, it);
            if (found.isEmpty()) return found;
            var read = found.get().version();
            if (sql.change(deleteVersion, kind.key(kindOf), id.key(it), read) == 1) return found;
        }
        throw new SQLException("other writers replaced the record each time", "40001");
    }

    void deleteByUser(Sql sql, String user) throws SQLException {
        sql.change(deleteByUser, owner(user));
    }

    void deleteByUser(Sql sql, String user, String kindOf) throws SQLException {
        sql.change(deleteByUserAndKind, owner(user), kind.key(kindOf));
    }

    ExpiredRows expired() {
        return expired;
    }

    /** The user as records have it. */
    private Key owner(String user) {
        return userId.key(SessionSelection.ofUser(user).userId());
    }

    private ModuleRecord read(Row row) throws SQLException {
        return new ModuleRecord(
                row.textOf(1), row.textOf(2), row.text(3), row.textOf(4), row.count(5), row.time(6, expires));
    }
}
