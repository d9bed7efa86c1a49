package dev.cardea.adapter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Times are integers of milliseconds, as Drizzle and Prisma keep them. */
final class SqliteDialect extends SqlDialect {
    /** The first byte of a result code; the rest is in the message only. */
    private static final int ERROR = 1;

    private static final int CONSTRAINT = 19;
    /** Locked for longer than one waits, unreadable, full, not to be opened. */
    private static final Set<Integer> AWAY = Set.of(5, 10, 13, 14);

    SqliteDialect() {
        super("sqlite");
    }

    /** References hold on connections that ask for it. Inside a transaction it cannot be asked. */
    @Override
    Cleanup.Attempt settle(Connection connection) throws SQLException {
        boolean before = connection.getAutoCommit();
        if (!before) connection.setAutoCommit(true);
        try (var statement = connection.createStatement()) {
            try (var row = statement.executeQuery("pragma foreign_keys")) {
                if (row.next() && row.getBoolean(1)) return () -> {};
            }
            statement.execute("pragma foreign_keys = on");
        } finally {
            if (!before) connection.setAutoCommit(false);
        }
        return () -> {
            try (var statement = connection.createStatement()) {
                if (!before) connection.setAutoCommit(true);
                statement.execute("pragma foreign_keys = off");
                if (!before) connection.setAutoCommit(false);
            }
        };
    }

    /**
     * Starts with a write, which waits for other writers. A transaction that reads first fails if another wrote
     * meanwhile.
     */
    @Override
    String opening(String table) {
        return "delete from " + table + " where 1 = 0";
    }

    /** Columns that compare otherwise say so where they are made, and nowhere else; then none of the table is trusted. */
    @Override
    Map<String, String> looseColumns(Connection connection, TableName table) throws SQLException {
        try (var statement = connection.prepareStatement(
                "select sql from sqlite_master where lower(name) = lower(?) and sql is not null")) {
            statement.setString(1, table.name());
            try (var row = statement.executeQuery()) {
                if (!row.next() || !row.getString(1).toLowerCase(Locale.ROOT).contains("collate")) return Map.of();
            }
        }
        try (var statement = connection.prepareStatement("select name from pragma_table_info(?)")) {
            statement.setString(1, table.name());
            try (var rows = statement.executeQuery()) {
                var all = new HashMap<String, String>();
                while (rows.next()) all.put(rows.getString(1), "");
                return all;
            }
        }
    }

    @Override
    Optional<List<Index>> indexes(Connection connection, TableName table) throws SQLException {
        var all = new ArrayList<Index>();
        try (var statement = connection.prepareStatement(
                "select name, \"unique\" from pragma_index_list(?) where partial = 0 order by seq")) {
            statement.setString(1, table.name());
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    var columns = texts(
                            connection, "select name from pragma_index_info(?) order by seqno", rows.getString(1));
                    if (!columns.contains(null)) all.add(new Index(columns, rows.getBoolean(2)));
                }
            }
        }
        var key = texts(connection, "select name from pragma_table_info(?) where pk > 0 order by pk", table.name());
        if (!key.isEmpty()) all.add(new Index(key, true));
        return Optional.of(all);
    }

    /** @return with {@code null} for an expression */
    private static List<String> texts(Connection connection, String sql, String name) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            statement.setString(1, name);
            try (var rows = statement.executeQuery()) {
                var all = new ArrayList<String>();
                while (rows.next()) all.add(rows.getString(1));
                return all;
            }
        }
    }

    @Override
    String timeType(Layout.Times times) {
        return times == Layout.Times.TEXT ? "varchar" : "integer";
    }

    @Override
    String isExactly(String column, String collation) {
        return "(" + column + " = ? and " + column + " = ? collate binary)";
    }

    /** A column has whatever type its maker wrote. */
    @Override
    Type typeOf(int jdbcType, String typeName) {
        String name = typeName.toUpperCase(Locale.ROOT);
        if (name.contains("DATE") || name.contains("TIME")) return Type.MILLIS;
        return name.contains("TEXT") ? Type.TEXT : super.typeOf(jdbcType, typeName);
    }

    @Override
    String idType() {
        return "text";
    }

    /** Each unit holds the only lock there is from its beginning. */
    @Override
    String locking(String select, String table) {
        return select;
    }

    @Override
    boolean returnsRows() {
        return true;
    }

    @Override
    String insertUnlessTaken(String insert) {
        return insert + " on conflict do nothing";
    }

    @Override
    String nowMillis() {
        return "cast(round((julianday('now') - 2440587.5) * 86400000.0) as integer)";
    }

    @Override
    boolean hasNetwork() {
        return false;
    }

    @Override
    String rows(int offset, int count) {
        return " limit " + count + " offset " + offset;
    }

    @Override
    boolean isDuplicate(SQLException failure, String state) {
        if (failure.getErrorCode() != CONSTRAINT) return super.isDuplicate(failure, state);
        return says(failure, "CONSTRAINT_UNIQUE") || says(failure, "CONSTRAINT_PRIMARYKEY");
    }

    @Override
    boolean isConflict(SQLException failure, String state) {
        return says(failure, "SQLITE_BUSY_SNAPSHOT") || super.isConflict(failure, state);
    }

    @Override
    boolean isUnavailable(SQLException failure, String state) {
        return AWAY.contains(failure.getErrorCode()) || super.isUnavailable(failure, state);
    }

    @Override
    boolean isSchema(SQLException failure, String state) {
        return (failure.getErrorCode() == ERROR && (says(failure, "no such ") || says(failure, "has no column")))
                || super.isSchema(failure, state);
    }

    @Override
    boolean isForeignKey(SQLException failure) {
        return says(failure, "CONSTRAINT_FOREIGNKEY") || super.isForeignKey(failure);
    }

    private static boolean says(SQLException failure, String part) {
        return failure.getMessage() != null && failure.getMessage().contains(part);
    }
}
