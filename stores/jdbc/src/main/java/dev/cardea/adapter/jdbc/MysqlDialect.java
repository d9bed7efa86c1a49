package dev.cardea.adapter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** MySQL and MariaDB. */
final class MysqlDialect extends SqlDialect {
    private static final int NO_PARENT = 1452;
    private static final Set<Integer> DUPLICATE = Set.of(1062, 1586);
    private static final Set<Integer> CONFLICTS = Set.of(1020, 1213);
    /** Locked for longer than one waits, read-only after a switch, connection ended by the other side. */
    private static final Set<Integer> AWAY = Set.of(1205, 1290, 1792, 1836, 1927);
    /** As the whole server, or as one that replicates. */
    private static final Set<Integer> READ_ONLY = Set.of(1290, 1792, 1836);
    /** A table or a column; all other states that begin so are mistakes in a statement, or a matter of rights. */
    private static final Set<String> MISSING = Set.of("42S02", "42S22");

    /** Only a binary collation that does not pad tells all texts apart. */
    private static final String LOOSE = """
            select column_name, collation_name from information_schema.columns
            where table_schema = database() and table_name = ? and collation_name is not null
            and collation_name not like '%nopad\\_bin' and collation_name not like '%0900\\_bin'""";

    private static final String INDEXES = """
            select index_name, column_name, non_unique, sub_part from information_schema.statistics
            where table_schema = database() and table_name = ? and column_name is not null
            order by index_name, seq_in_index""";

    private static final int DUPLICATE_INDEX = 1061;
    private static final int MAX_CHARACTERS = 768;

    private static final String ID_TYPE = """
            select column_type, character_set_name, collation_name from information_schema.columns
            where table_schema = database() and table_name = ? and column_name = ?""";

    MysqlDialect() {
        super("mysql");
    }

    @Override
    boolean speaksFor(String product) {
        String name = product.toLowerCase(Locale.ROOT);
        return name.startsWith("mysql") || name.startsWith("mariadb");
    }

    @Override
    String quote(String identifier) {
        return '`' + identifier.replace("`", "``") + '`';
    }

    @Override
    Map<String, String> looseColumns(Connection connection, TableName table) throws SQLException {
        try (var statement = connection.prepareStatement(LOOSE)) {
            statement.setString(1, table.name());
            try (var rows = statement.executeQuery()) {
                var loose = new HashMap<String, String>();
                while (rows.next()) loose.put(rows.getString(1), rows.getString(2));
                return loose;
            }
        }
    }

    /**
     * The first half finds the row by its index, the second compares it exactly. The first half replaces a text that
     * the column cannot hold, because the database would fail to compare it.
     */
    @Override
    String isExactly(String column, String collation) {
        String letters = collation.substring(0, collation.indexOf('_'));
        return "(" + column + " = convert(? using " + letters + ") collate " + collation + " and cast(convert(" + column
                + " using utf8mb4) as binary)" + " = cast(convert(? using utf8mb4) as binary))";
    }

    /** The schema is the database here. An index over a part of a text is none for the catalogue of keys. */
    @Override
    Optional<List<Index>> indexes(Connection connection, TableName table) throws SQLException {
        try (var statement = connection.prepareStatement(INDEXES)) {
            statement.setString(1, table.name());
            try (var rows = statement.executeQuery()) {
                var columns = new LinkedHashMap<String, List<String>>();
                var unique = new HashSet<String>();
                while (rows.next()) {
                    String index = rows.getString(1);
                    columns.computeIfAbsent(index, name -> new ArrayList<>()).add(rows.getString(2));
                    if (!rows.getBoolean(3) && rows.getString(4) == null) unique.add(index);
                }
                return Optional.of(columns.entrySet().stream()
                        .map(it -> new Index(it.getValue(), unique.contains(it.getKey())))
                        .toList());
            }
        }
    }

    /** A key holds 3,072 bytes, four for each character. */
    @Override
    String indexed(String column, int longest) {
        return longest > MAX_CHARACTERS ? column + "(255)" : column;
    }

    @Override
    String timeType(Layout.Times times) {
        return times == Layout.Times.TEXT ? "varchar(255)" : "datetime(3)";
    }

    /** MySQL knows no {@code if not exists} for an index. */
    @Override
    String ddl(String statement) {
        return statement.replaceFirst("^create index if not exists", "create index");
    }

    @Override
    boolean isThereAlready(SQLException failure) {
        return failure.getErrorCode() == DUPLICATE_INDEX;
    }

    @Override
    String idType() {
        return "varchar(255)";
    }

    /** A reference must have the type of what it points to, to the collation. */
    @Override
    String idType(Connection connection, TableName table, String column) throws SQLException {
        try (var statement = connection.prepareStatement(ID_TYPE)) {
            statement.setString(1, table.name());
            statement.setString(2, column);
            try (var row = statement.executeQuery()) {
                if (!row.next()) return idType();
                String type = row.getString(1);
                String letters = row.getString(2);
                return letters == null ? type : type + " character set " + letters + " collate " + row.getString(3);
            }
        }
    }

    @Override
    String nowMillis() {
        return "(timestampdiff(microsecond, '1970-01-01 00:00:00', utc_timestamp(3)) div 1000)";
    }

    @Override
    String rows(int offset, int count) {
        return " limit " + count + " offset " + offset;
    }

    @Override
    boolean isDuplicate(SQLException failure, String state) {
        return DUPLICATE.contains(failure.getErrorCode());
    }

    @Override
    boolean isConflict(SQLException failure, String state) {
        return CONFLICTS.contains(failure.getErrorCode()) || super.isConflict(failure, state);
    }

    @Override
    boolean isReadOnly(SQLException failure) {
        return READ_ONLY.contains(failure.getErrorCode());
    }

    @Override
    boolean isUnavailable(SQLException failure, String state) {
        return AWAY.contains(failure.getErrorCode()) || super.isUnavailable(failure, state);
    }

    @Override
    boolean isSchema(SQLException failure, String state) {
        return MISSING.contains(state);
    }

    @Override
    boolean isForeignKey(SQLException failure) {
        return failure.getErrorCode() == NO_PARENT || super.isForeignKey(failure);
    }
}
