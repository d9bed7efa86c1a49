package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.PasskeyChange;
import dev.cardea.adapter.PasskeyRecord;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is known of passkeys beyond the columns of Auth.js: a table of our own. */
final class PasskeyRecordTable {
    static final String NAME = "cardea_passkey";
    static final String MIGRATION = "003-passkeys";

    private final SqlDialect dialect;
    private final Table table;
    private final Column credential;
    private final Column label;
    private final Column handle;
    private final Column created;
    private final Column used;
    private final List<Column> columns;
    private final String byId;
    private final String delete;

    PasskeyRecordTable(SqlDialect dialect, Table table) throws SQLException {
        this.dialect = dialect;
        this.table = table;
        credential = table.column("credential");
        label = table.column("label");
        handle = table.column("handle");
        created = table.column("created").ofTimes();
        used = table.column("used").ofTimes();
        columns = List.of(credential, label, handle, created, used);
        byId = table.select(columns, credential.is());
        delete = table.delete(credential.is());
    }

    Optional<PasskeyRecord> byId(Sql sql, String it) throws SQLException {
        return sql.first(byId, row -> read(row, 1), credential.key(it));
    }

    /** Several may be the first to say something; each says its own. */
    void change(Sql sql, PasskeyChange change) throws SQLException {
        var columns = new ArrayList<Column>();
        var values = new ArrayList<@Nullable Object>();
        give(label, change.name(), columns, values);
        give(handle, change.userHandle(), columns, values);
        give(created, change.createdAt(), columns, values);
        give(used, change.lastUsedAt(), columns, values);
        if (columns.isEmpty()) return;
        if (update(sql, change.credentialID(), columns, values) == 0
                && insert(sql, change.credentialID(), columns, values) == 0) {
            update(sql, change.credentialID(), columns, values);
        }
    }

    private static void give(Column column, Optional<?> value, List<Column> columns, List<@Nullable Object> values) {
        if (value.isEmpty()) return;
        columns.add(column);
        values.add(column.value(value.get()));
    }

    private int update(Sql sql, String it, List<Column> columns, List<@Nullable Object> values) throws SQLException {
        var all = new ArrayList<>(values);
        all.add(credential.key(it));
        return sql.change(table.update(columns, credential.is()), all.toArray());
    }

    private int insert(Sql sql, String it, List<Column> columns, List<@Nullable Object> values) throws SQLException {
        var named = new ArrayList<>(columns);
        named.add(0, credential);
        var all = new ArrayList<>(values);
        all.add(0, credential.whole(it));
        var plain = table.insert(named);
        try {
            return sql.change(new Write(dialect.insertUnlessTaken(plain.sql()), plain.filled()), all.toArray());
        } catch (SQLException e) {
            if (dialect.kindOf(e) == JdbcException.Kind.DUPLICATE) return 0;
            throw e;
        }
    }

    void delete(Sql sql, String it) throws SQLException {
        sql.change(delete, credential.key(it));
    }

    /** The record that begins at a column of a row. */
    PasskeyRecord read(Row row, int first) throws SQLException {
        return new PasskeyRecord(
                row.textOf(first),
                row.text(first + 1),
                row.text(first + 2),
                row.time(first + 3, created),
                row.time(first + 4, used));
    }

    JoinedTable joined() {
        return new JoinedTable(table, columns);
    }

    Column credential() {
        return credential;
    }
}
