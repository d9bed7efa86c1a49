package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.jdbc.JdbcException.Kind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What differs between databases. Each is one subclass that overrides where it leaves the SQL standard; nothing else in
 * this package asks which database it is.
 */
class SqlDialect {
    /** Classifies failures while the product of the database is unknown. */
    static final SqlDialect STANDARD = new SqlDialect("standard");

    /** Ends the name of the migration without a file: what it does is found out from the tables. */
    static final String INDEXES = "-indexes";

    /** A foreign key in the standard, and in H2 for a row whose parent is missing. */
    private static final Set<String> FOREIGN_KEY = Set.of("23503", "23506");

    private static final Set<String> CONFLICTS = Set.of("40000", "40001", "40P01");

    private final String name;

    SqlDialect(String name) {
        this.name = name;
    }

    /** Its name, which is also the folder of its migrations. */
    final String name() {
        return name;
    }

    boolean speaksFor(String product) {
        return product.toLowerCase(Locale.ROOT).startsWith(name);
    }

    String quote(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }

    final String quote(TableName table) {
        return table.schema() == null ? quote(table.name()) : quote(table.schema()) + "." + quote(table.name());
    }

    /** Files of the migrations, oldest first; the position plus one is the version. */
    List<String> migrations() {
        return List.of(
                "001-tables.sql",
                "002-spent-tokens.sql",
                "003-passkeys.sql",
                "004" + INDEXES,
                "005-limits.sql",
                "006-accounts.sql",
                "007-sessions.sql",
                "008-records.sql");
    }

    /** Makes a borrowed connection one that keeps what is promised here, and returns how to take that back. */
    Cleanup.Attempt settle(Connection connection) throws SQLException {
        return () -> {};
    }

    /** What a transaction begins with, where it must say at once that it will write. */
    @Nullable String opening(String table) {
        return null;
    }

    /** What an operator should know of this database before it is relied on. */
    Optional<String> warning(Connection connection) throws SQLException {
        return Optional.empty();
    }

    /** Columns in which the database takes different texts for the same, by their names there, and how it compares. */
    Map<String, String> looseColumns(Connection connection, TableName table) throws SQLException {
        return Map.of();
    }

    /** The indexes of a table, keys among them; empty where the database does not list them. */
    Optional<List<Index>> indexes(Connection connection, TableName table) throws SQLException {
        var columns = new LinkedHashMap<String, List<String>>();
        var unique = new HashSet<String>();
        String schema = table.schema() == null ? connection.getSchema() : table.schema();
        try (var rows =
                connection.getMetaData().getIndexInfo(connection.getCatalog(), schema, table.name(), false, true)) {
            while (rows.next()) {
                String index = rows.getString("INDEX_NAME");
                String column = rows.getString("COLUMN_NAME");
                if (index == null || column == null) continue;
                columns.computeIfAbsent(index, name -> new ArrayList<>()).add(column);
                if (!rows.getBoolean("NON_UNIQUE")) unique.add(index);
            }
        }
        return Optional.of(columns.entrySet().stream()
                .map(it -> new Index(it.getValue(), unique.contains(it.getKey())))
                .toList());
    }

    /** A quoted column as an index names it, where a text that may be that long is indexed by its beginning. */
    String indexed(String column, int longest) {
        return column;
    }

    /** Whether a layout's tables can be in this database. */
    boolean knows(Layout layout) {
        return layout != Layout.SUPABASE && layout != Layout.PG;
    }

    /** Whether rows without a unique key can be kept apart by {@link #lock}. */
    boolean hasLocks() {
        return false;
    }

    /** What a transaction begins with that must see what others wrote while it waited for {@link #lock}. */
    String openingOfLocks() {
        throw new IllegalStateException(name + " has no such locks");
    }

    /** For those columns a condition that is true for the same bytes only, with two parameters. */
    String isExactly(String column, String collation) {
        throw new IllegalStateException(name + " compares bytes");
    }

    /** What a column holds, as the driver describes it. */
    Type typeOf(int jdbcType, String typeName) {
        return switch (jdbcType) {
            case Types.VARCHAR, Types.CHAR, Types.LONGVARCHAR, Types.CLOB -> Type.TEXT;
            case Types.NVARCHAR, Types.NCHAR, Types.LONGNVARCHAR, Types.NCLOB -> Type.TEXT;
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> Type.NUMBER;
            case Types.BOOLEAN, Types.BIT -> Type.FLAG;
            case Types.TIMESTAMP -> Type.TIME;
            case Types.TIMESTAMP_WITH_TIMEZONE -> Type.ZONED_TIME;
            default -> Type.OTHER;
        };
    }

    /** How times are kept in a column that the database knows for another type. */
    Type timesIn(Type type) {
        return type == Type.NUMBER ? Type.MILLIS : type;
    }

    /** The folder of the migrations for a layout. */
    String migrationsFor(Layout layout) {
        return name;
    }

    /** What the ids of users are in tables that are made for them. */
    String idType() {
        return "varchar";
    }

    /** What they are in this column of a table that is there. */
    String idType(Connection connection, TableName table, String column) throws SQLException {
        return idType();
    }

    /** The type of a column of times in tables that are made for a layout. */
    String timeType(Layout.Times times) {
        return times == Layout.Times.TEXT ? "varchar(255)" : "timestamp(3)";
    }

    /** A statement of a migration as an operator would run it beside traffic, if the database can build an index so. */
    String unhurried(String statement) {
        return statement;
    }

    /** A statement of a migration as this database wants it. */
    String ddl(String statement) {
        return statement;
    }

    /** Whether a statement of a migration failed for what it makes is there. */
    boolean isThereAlready(SQLException failure) {
        return false;
    }

    /** Whether a statement's time limit goes on to hold for its connection, so that it must be taken back. */
    boolean limitOutlivesStatement() {
        return false;
    }

    /** Whether there is a network between, on which an answer may be waited for that never comes. */
    boolean hasNetwork() {
        return true;
    }

    /** Whether a row that another one refers to cannot go at the moment in which the other one comes. */
    boolean keepsForeignKeys() {
        return true;
    }

    /** Ends a query so that only some rows of its result are read. */
    String rows(int offset, int count) {
        return " offset " + offset + " rows fetch first " + count + " rows only";
    }

    /** A select that keeps others from locking and changing its rows until the transaction ends. */
    String locking(String select, String table) {
        return select + " for update";
    }

    /** Whether inserts, updates and deletes can return the rows they hit, as a select does. */
    boolean returnsRows() {
        return false;
    }

    /** An insert that leaves a row out, rather than to fail, where its key is taken; where there is such a thing. */
    String insertUnlessTaken(String insert) {
        return insert;
    }

    /** An expression for milliseconds since 1970 by the clock of the database, whatever the zone of the session. */
    String nowMillis() {
        return "cast(floor(extract(epoch from current_timestamp) * 1000) as bigint)";
    }

    /** A statement that holds others back until the transaction ends, with one number as the parameter. */
    String lock() {
        throw new IllegalStateException("a layout without unique keys works on postgresql only, not on " + name);
    }

    void bind(PreparedStatement statement, int index, @Nullable Object value) throws SQLException {
        if (value == null) statement.setNull(index, Types.NULL);
        else if (value instanceof Type.UntypedValue untyped) bindUntyped(statement, index, untyped.value());
        else statement.setObject(index, value);
    }

    /** A value for a column of a type of the database's own. */
    void bindUntyped(PreparedStatement statement, int index, Object value) throws SQLException {
        statement.setObject(index, value);
    }

    @Nullable Instant time(ResultSet row, int index, Type type) throws SQLException {
        switch (type) {
            case TIME -> {
                var time = row.getObject(index, LocalDateTime.class);
                return time == null ? null : time.toInstant(ZoneOffset.UTC);
            }
            case ZONED_TIME -> {
                var time = row.getObject(index, OffsetDateTime.class);
                return time == null ? null : time.toInstant();
            }
            default -> {
                var time = row.getString(index);
                return time == null ? null : Type.time(time);
            }
        }
    }

    /** The exception for what a statement failed with. */
    final StoreException exception(String operation, SQLException failure) {
        var kind = kindOf(failure);
        return isReadOnly(failure)
                ? JdbcException.readOnly(kind, operation, failure)
                : JdbcException.of(kind, operation, failure);
    }

    /** Drivers agree on neither exception classes nor states, so both are asked. */
    Kind kindOf(SQLException failure) {
        for (SQLException e = failure; e != null; e = e.getNextException()) {
            if (e instanceof MissingReference) return Kind.MISSING_REFERENCE;
            String state = e.getSQLState() == null ? "" : e.getSQLState();
            if (isDuplicate(e, state)) return Kind.DUPLICATE;
            if (isConflict(e, state)) return Kind.CONFLICT;
            if (isUnavailable(e, state)) return Kind.UNAVAILABLE;
            if (isSchema(e, state)) return Kind.SCHEMA;
        }
        return Kind.OTHER;
    }

    boolean isDuplicate(SQLException failure, String state) {
        return state.equals("23505")
                || (failure instanceof SQLIntegrityConstraintViolationException && state.equals("23000"));
    }

    /** Whether a foreign key rejected the statement. */
    boolean isForeignKey(SQLException failure) {
        return FOREIGN_KEY.contains(String.valueOf(failure.getSQLState()));
    }

    boolean isConflict(SQLException failure, String state) {
        return CONFLICTS.contains(state);
    }

    /** Whether the other side only reads now, so that no other statement on this connection will fare better. */
    boolean isReadOnly(SQLException failure) {
        return false;
    }

    boolean isUnavailable(SQLException failure, String state) {
        return state.startsWith("08")
                || failure instanceof SQLNonTransientConnectionException
                || failure instanceof SQLTransientConnectionException;
    }

    /** Whether a table or column is missing, as opposed to a missing permission. */
    boolean isSchema(SQLException failure, String state) {
        return state.startsWith("42") && !state.equals("42501");
    }

    @Override
    public final String toString() {
        return name;
    }
}
