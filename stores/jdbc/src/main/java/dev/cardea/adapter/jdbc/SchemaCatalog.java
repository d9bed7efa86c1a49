package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.jdbc.JdbcException.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which tables and columns a database has. It is asked by queries without rows, so that the answer is for the tables that
 * the statements will reach, in whatever schema. The connection commits by itself.
 */
final class SchemaCatalog {
    private static final Set<String> TIMES = Set.of("emailVerified", "expires");

    private final Connection connection;
    private final SqlDialect dialect;
    private final IdAndClock fresh;

    SchemaCatalog(Connection connection, SqlDialect dialect, IdAndClock fresh) {
        this.connection = connection;
        this.dialect = dialect;
        this.fresh = fresh;
    }

    SqlDialect dialect() {
        return dialect;
    }

    IdAndClock fresh() {
        return fresh;
    }

    Connection connection() {
        return connection;
    }

    /** Returns the table that the layout has under this name; {@code null} if the database lacks it. */
    @Nullable Table table(Layout layout, String name) throws SQLException {
        var called = layout.named(name);
        String sql = dialect.quote(called);
        try (var statement = connection.prepareStatement("select * from " + sql + " where 1 = 0");
                var rows = statement.executeQuery()) {
            var loose = dialect.looseColumns(connection, called);
            var logical = logical(layout);
            var columns = new LinkedHashMap<String, Column>();
            var metadata = rows.getMetaData();
            for (int i = 1; i <= metadata.getColumnCount(); i++) {
                String column = metadata.getColumnName(i);
                var type = dialect.typeOf(metadata.getColumnType(i), metadata.getColumnTypeName(i));
                // What a layout calls otherwise is none of the library's columns under its own name.
                if (Layout.COLUMNS.contains(column) && !logical.containsKey(column)) continue;
                String known = logical.getOrDefault(column, column);
                int longest = type == Type.TEXT ? metadata.getPrecision(i) : 0;
                if (isTextOfTime(layout, name, known, type)) type = Type.MILLIS_TEXT;
                columns.put(known, new Column(dialect, known, column, type, longest, loose.get(column)));
            }
            var indexes = dialect.indexes(connection, called);
            return new Table(called, sql, columns, indexes, fresh);
        } catch (SQLException e) {
            if (dialect.kindOf(e) == Kind.SCHEMA) return null;
            throw e;
        }
    }

    private static boolean isTextOfTime(Layout layout, String table, String column, Type type) {
        return layout.times() == Layout.Times.TEXT
                && type == Type.TEXT
                && Layout.TABLES.contains(table)
                && TIMES.contains(column);
    }

    private static Map<String, String> logical(Layout layout) {
        var logical = new LinkedHashMap<String, String>();
        for (var name : Layout.COLUMNS) logical.put(layout.column(name), name);
        return logical;
    }
}
