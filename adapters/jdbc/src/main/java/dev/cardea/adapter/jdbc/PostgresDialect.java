package dev.cardea.adapter.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

final class PostgresDialect extends Dialect {
    private static final Set<String> TEXTS = Set.of("text", "varchar", "bpchar", "name", "citext");
    /** The server is full, is being shut down or is not up yet; a read-only stand-by took over. */
    private static final Set<String> AWAY = Set.of("53300", "57P01", "57P02", "57P03", "25006");

    /** Types and collations that ignore case, accents or blanks at the end. */
    private static final String LOOSE = """
            select a.attname from pg_attribute a join pg_type t on t.oid = a.atttypid
            left join pg_collation c on c.oid = a.attcollation
            where a.attrelid = cast(? as regclass) and a.attnum > 0
            and (t.typname in ('citext', 'bpchar') or not coalesce(c.collisdeterministic, true))""";

    PostgresDialect() {
        super("postgresql");
    }

    @Override
    Map<String, String> looseColumns(Connection connection, String table) throws SQLException {
        try (var statement = connection.prepareStatement(LOOSE)) {
            statement.setString(1, quote(table));
            try (var rows = statement.executeQuery()) {
                var loose = new HashMap<String, String>();
                while (rows.next()) loose.put(rows.getString(1), "");
                return loose;
            }
        } catch (SQLException e) {
            // What only speaks the protocol may not have these catalogues, and then not these collations either.
            if (isSchema(e, String.valueOf(e.getSQLState()))) return Map.of();
            throw e;
        }
    }

    @Override
    String isExactly(String column, String collation) {
        return "(" + column + " = ? and cast(" + column + " as text) collate \"C\" = ?)";
    }

    /** The driver calls every time a timestamp and every enumeration a text. */
    @Override
    Type typeOf(int jdbcType, String typeName) {
        if (typeName.equals("timestamptz")) return Type.ZONED_TIME;
        if (typeName.equals("uuid")) return Type.UUID;
        var type = super.typeOf(jdbcType, typeName);
        return type == Type.TEXT && !TEXTS.contains(typeName) ? Type.OTHER : type;
    }

    @Override
    void bindUntyped(PreparedStatement statement, int index, Object value) throws SQLException {
        if (value instanceof String) statement.setObject(index, value, Types.OTHER);
        else statement.setObject(index, value);
    }

    @Override
    String migrationsFor(Layout layout) {
        return layout.hasUniqueKeys() ? name() : name() + "-pg";
    }

    @Override
    String idType() {
        return "text";
    }

    @Override
    String idType(Connection connection, String table, Column id) throws SQLException {
        String sql = "select format_type(atttypid, atttypmod) from pg_attribute"
                + " where attrelid = cast(? as regclass) and attname = ?";
        try (var statement = connection.prepareStatement(sql)) {
            statement.setString(1, quote(table));
            statement.setString(2, id.called());
            try (var rows = statement.executeQuery()) {
                return rows.next() ? rows.getString(1) : idType();
            }
        }
    }

    @Override
    String insertUnlessTaken(String insert) {
        return insert + " on conflict do nothing";
    }

    @Override
    String lock() {
        return "select pg_advisory_xact_lock(?)";
    }

    @Override
    boolean isUnavailable(SQLException failure, String state) {
        return AWAY.contains(state) || super.isUnavailable(failure, state);
    }
}
