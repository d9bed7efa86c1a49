package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.RowNotFoundException;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.UserPage;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Users: the columns that every layout has, and whatever else the application put into the table. A field of the
 * application's own that has no column is an error.
 */
final class UserTable {
    static final String NAME = "user";

    private static final List<String> OWN = List.of("id", "name", "email", "emailVerified", "image");

    private final Table table;
    private final List<Column> columns;
    private final Column id;
    private final Column email;
    private final @Nullable UniqueKeyLock guard;
    private final String byId;
    private final String lockById;
    private final String byEmail;
    private final String first;
    private final String after;
    private final SqlDialect dialect;
    private final String delete;
    /** By the columns given: an application always gives one of a few sets. */
    private final Map<List<Column>, Write> inserts = new ConcurrentHashMap<>();

    private final Map<List<Column>, Write> updates = new ConcurrentHashMap<>();
    private final boolean returnsRows;

    UserTable(Table table, Layout layout, SqlDialect dialect) throws SQLException {
        this.table = table;
        id = table.column("id");
        email = table.column("email");
        guard = UniqueKeyLock.where(dialect, layout, table, email);
        var all = new ArrayList<Column>();
        for (var column : table.present(OWN))
            all.add(column.name().equals("emailVerified") ? column.ofTimes() : column);
        for (var column : table.columns()) if (!OWN.contains(column.name())) all.add(column);
        columns = List.copyOf(all);
        byId = table.select(columns, id.is());
        lockById = dialect.locking(byId, table.sql());
        // Where two rows can have one address, every call returns the older user.
        byEmail = table.select(columns, email.is()) + (guard == null ? "" : " order by " + id.sql());
        String order = " order by " + id.sql();
        first = table.select(columns, id.sql() + " is not null") + order;
        after = table.select(columns, id.sql() + " > ?") + order;
        this.dialect = dialect;
        delete = table.delete(id.is());
        returnsRows = dialect.returnsRows();
    }

    /** A line for each column of the application that needs a value, which only its profile functions can give. */
    List<String> unfilled(Connection connection, TableName called) throws SQLException {
        var own = columns.stream()
                .filter(column -> OWN.contains(column.name()))
                .map(Column::called)
                .toList();
        var lines = new ArrayList<String>();
        String schema = called.schema() == null ? connection.getSchema() : called.schema();
        try (var rows = connection.getMetaData().getColumns(connection.getCatalog(), schema, called.name(), "%")) {
            while (rows.next()) {
                String column = rows.getString("COLUMN_NAME");
                boolean isFilled = !"NO".equals(rows.getString("IS_NULLABLE"))
                        || rows.getString("COLUMN_DEF") != null
                        || "YES".equals(rows.getString("IS_AUTOINCREMENT"))
                        || "YES".equals(rows.getString("IS_GENERATEDCOLUMN"));
                if (isFilled || own.contains(column) || Table.TOUCHED.contains(column)) continue;
                lines.add("the column " + called + "." + column + " needs a value and has no default, so a first "
                        + "sign-in fails; set a default, or return the value from the profile function "
                        + "of every provider");
            }
        }
        return List.copyOf(lines);
    }

    /** @param fresh the id, where the database does not count them */
    User create(Sql sql, String fresh, User user) throws SQLException {
        claim(sql, user.email());
        boolean isCounted = id.type() == Type.NUMBER;
        var values =
                values(isCounted ? user.claims().without("id") : user.claims().with("id", fresh));
        var insert = inserts.computeIfAbsent(List.copyOf(values.keySet()), table::insert);
        var given = values.values().toArray();
        if (returnsRows) {
            return sql.changed(insert.returning(columns), row -> read(row, 1), given)
                    .orElseThrow();
        }
        if (!isCounted) sql.change(insert, given);
        String created = isCounted ? sql.insertCounted(insert, id, given) : fresh;
        return byId(sql, created).orElseThrow();
    }

    Optional<User> byId(Sql sql, String it) throws SQLException {
        return sql.first(byId, row -> read(row, 1), id.key(it));
    }

    /** The same, and others who lock or change it wait until the transaction ends. */
    Optional<User> lock(Sql sql, String it) throws SQLException {
        return sql.first(lockById, row -> read(row, 1), id.key(it));
    }

    Optional<User> byEmail(Sql sql, String it) throws SQLException {
        return sql.first(byEmail, row -> read(row, 1), email.key(it));
    }

    /** Users that follow an id in the order of the database; none where no user could have that id. */
    List<User> page(Sql sql, UserPage page) throws SQLException {
        Sql.Reader<User> reader = row -> read(row, 1);
        String end = dialect.rows(0, page.limit());
        return page.afterId().isEmpty()
                ? sql.all(first + end, reader)
                : sql.all(after + end, reader, id.key(page.afterId()).value());
    }

    User update(Sql sql, UserChange change) throws SQLException {
        var values = values(change.fields());
        if (!values.isEmpty()) {
            var given = List.copyOf(values.keySet());
            if (given.contains(email)) claimFor(sql, change.id(), values.get(email));
            var parameters = new ArrayList<@Nullable Object>(values.values());
            parameters.add(id.key(change.id()));
            var update = updates.computeIfAbsent(given, list -> table.update(list, id.is()));
            if (returnsRows) {
                return existing(sql.changed(update.returning(columns), row -> read(row, 1), parameters.toArray()));
            }
            sql.change(update, parameters.toArray());
        }
        return existing(byId(sql, change.id()));
    }

    private static User existing(Optional<User> user) {
        return user.orElseThrow(() -> new RowNotFoundException("there is no such user", null));
    }

    void delete(Sql sql, String it) throws SQLException {
        sql.change(delete, id.key(it));
    }

    /** The user that begins at a column of a row. */
    User read(Row row, int first) throws SQLException {
        var claims = new LinkedHashMap<String, @Nullable Object>();
        for (var name : OWN) claims.put(name, null);
        int index = first;
        for (var column : columns) {
            claims.put(column.name(), OWN.contains(column.name()) ? own(row, column, index) : row.any(index, column));
            index++;
        }
        return User.of(Claims.of(claims));
    }

    JoinedTable joined() {
        return new JoinedTable(table, columns);
    }

    boolean isGuarded() {
        return guard != null;
    }

    String sql() {
        return table.sql();
    }

    Column id() {
        return id;
    }

    private void claim(Sql sql, @Nullable String address) throws SQLException {
        if (guard != null && address != null) guard.claim(sql, email.key(address));
    }

    private void claimFor(Sql sql, String user, @Nullable Object address) throws SQLException {
        if (guard == null || !(address instanceof String text)) return;
        var owner = byEmail(sql, text);
        if (owner.isPresent() && user.equals(owner.get().id())) return;
        claim(sql, text);
    }

    private static @Nullable Object own(Row row, Column column, int index) throws SQLException {
        return column.name().equals("emailVerified") ? row.time(index, column) : row.text(index);
    }

    /** The fields that have a column, in its order. A table of Auth.js may lack one of Auth.js's own, such as the image. */
    private Map<Column, @Nullable Object> values(Claims claims) throws MissingColumn {
        var lost = claims.asMap().entrySet().stream()
                .filter(field -> field.getValue() != null)
                .map(Map.Entry::getKey)
                .filter(field -> !OWN.contains(field) && !table.has(field))
                .toList();
        if (!lost.isEmpty()) throw new MissingColumn(table.name(), lost);
        var values = new LinkedHashMap<Column, @Nullable Object>();
        for (var column : columns) {
            if (claims.has(column.name())) values.put(column, value(column, claims.value(column.name())));
        }
        return values;
    }

    /** What a user is found by is stored as it is; the rest may lose what no database keeps. */
    private @Nullable Object value(Column column, @Nullable Object value) {
        if (value != null && (column.equals(id) || column.equals(email))) return column.identity(value);
        return column.value(value);
    }
}
