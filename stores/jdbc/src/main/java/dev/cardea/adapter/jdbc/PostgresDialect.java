package dev.cardea.adapter.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

final class PostgresDialect extends SqlDialect {
    private static final Set<String> TEXTS = Set.of("text", "varchar", "bpchar", "name", "citext");
    /** The server is full, is being shut down or is not up yet; a read-only stand-by took over. */
    private static final Set<String> AWAY = Set.of("53300", "57P01", "57P02", "57P03", "25006");

    private static final String READ_ONLY = "25006";

    /** Types and collations that ignore case, accents or blanks at the end. */
    private static final String LOOSE = """
            select a.attname from pg_attribute a join pg_type t on t.oid = a.atttypid
            left join pg_collation c on c.oid = a.attcollation
            where a.attrelid = cast(? as regclass) and a.attnum > 0
            and (t.typname in ('citext', 'bpchar') or not coalesce(c.collisdeterministic, true))""";

    /** An index over an expression or some of the rows is neither a key nor of use to a search. */
    private static final String INDEXES = """
            select i.indexrelid, a.attname, i.indisunique from pg_index i
            cross join lateral unnest(cast(i.indkey as smallint[])) with ordinality as k(attnum, place)
            join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
            where i.indrelid = cast(? as regclass) and i.indisvalid and i.indpred is null and i.indexprs is null
            order by i.indexrelid, k.place""";

    PostgresDialect() {
        super("postgresql");
    }

    @Override
    Map<String, String> looseColumns(Connection connection, TableName table) throws SQLException {
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
    Optional<List<Index>> indexes(Connection connection, TableName table) throws SQLException {
        try (var statement = connection.prepareStatement(INDEXES)) {
            statement.setString(1, quote(table));
            try (var rows = statement.executeQuery()) {
                var columns = new LinkedHashMap<Long, List<String>>();
                var unique = new HashSet<Long>();
                while (rows.next()) {
                    long index = rows.getLong(1);
                    columns.computeIfAbsent(index, number -> new ArrayList<>()).add(rows.getString(2));
                    if (rows.getBoolean(3)) unique.add(index);
                }
                return Optional.of(columns.entrySet().stream()
                        .map(it -> new Index(it.getValue(), unique.contains(it.getKey())))
                        .toList());
            }
        } catch (SQLException e) {
            if (isSchema(e, String.valueOf(e.getSQLState()))) return Optional.empty();
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
    boolean knows(Layout layout) {
        return true;
    }

    @Override
    String migrationsFor(Layout layout) {
        return layout.isCounted() ? name() + "-pg" : name();
    }

    @Override
    String timeType(Layout.Times times) {
        return times == Layout.Times.ZONED ? "timestamptz" : super.timeType(times);
    }

    @Override
    String unhurried(String statement) {
        return statement.replaceFirst("^create index if not exists", "create index concurrently if not exists");
    }

    @Override
    String idType() {
        return "text";
    }

    @Override
    String idType(Connection connection, TableName table, String column) throws SQLException {
        String sql = "select format_type(atttypid, atttypmod) from pg_attribute"
                + " where attrelid = cast(? as regclass) and attname = ?";
        try (var statement = connection.prepareStatement(sql)) {
            statement.setString(1, quote(table));
            statement.setString(2, column);
            try (var rows = statement.executeQuery()) {
                return rows.next() ? rows.getString(1) : idType();
            }
        }
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
    boolean hasLocks() {
        return true;
    }

    /** Said inside the transaction, so that it is over with it: a pool between may lend the session to others. */
    @Override
    String openingOfLocks() {
        return "set transaction isolation level read committed";
    }

    @Override
    String nowMillis() {
        return "cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint)";
    }

    @Override
    String lock() {
        return "select pg_advisory_xact_lock(?)";
    }

    @Override
    boolean isReadOnly(SQLException failure) {
        return READ_ONLY.equals(failure.getSQLState());
    }

    @Override
    boolean isUnavailable(SQLException failure, String state) {
        return AWAY.contains(state) || super.isUnavailable(failure, state);
    }
}
