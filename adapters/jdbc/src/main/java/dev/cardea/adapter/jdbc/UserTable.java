package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.UserChange;
import dev.cardea.json.Claims;
import dev.cardea.json.IsoTime;
import dev.cardea.json.Json;
import dev.cardea.model.User;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Users: the columns that every layout has, and whatever else the application put into the table. Members of a user that
 * have no column are dropped.
 */
final class UserTable {
    private static final String USER = "user";
    private static final List<String> OWN = List.of("id", "name", "email", "emailVerified", "image");
    private static final Set<Integer> TIMES = Set.of(Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE);

    private final Names names;
    /** All columns in order, with whether each holds a time. */
    private final Map<String, Boolean> columns;

    private final List<String> columnNames;
    private final String byId;
    private final String byEmail;
    private final String byAccount;
    private final String delete;
    /** By the columns given: an application always gives one of a few sets. */
    private final Map<List<String>, String> inserts = new ConcurrentHashMap<>();

    private final Map<List<String>, String> updates = new ConcurrentHashMap<>();

    private UserTable(Names names, Map<String, Boolean> columns) {
        this.names = names;
        this.columns = columns;
        columnNames = List.copyOf(columns.keySet());
        byId = names.select(USER, columnNames, names.is("id"));
        byEmail = names.select(USER, columnNames, names.is("email"));
        byAccount = "select " + names.columns("u", columnNames) + " from " + names.table(USER) + " u join "
                + names.table("account") + " a on u." + names.column("id") + " = a." + names.column("userId")
                + " where " + names.is("a", "provider") + " and " + names.is("a", "providerAccountId");
        delete = names.delete(USER, names.is("id"));
    }

    /** Looks once which columns there are. */
    static UserTable of(Names names, Sql sql) throws SQLException {
        var columns = new LinkedHashMap<String, Boolean>();
        for (var name : OWN) columns.put(name, name.equals("emailVerified"));
        var own = OWN.stream().map(names.layout()::column).toList();
        String look = "select * from " + names.table(USER) + " where 1 = 0";
        try (var statement = sql.connection().prepareStatement(look);
                var rows = statement.executeQuery()) {
            var metadata = rows.getMetaData();
            for (int i = 1; i <= metadata.getColumnCount(); i++) {
                String name = metadata.getColumnName(i);
                if (!own.contains(name)) columns.put(name, TIMES.contains(metadata.getColumnType(i)));
            }
        }
        return new UserTable(names, columns);
    }

    User create(Sql sql, String id, User user) throws SQLException {
        var values = values(user.claims().with("id", id));
        var given = List.copyOf(values.keySet());
        sql.change(
                inserts.computeIfAbsent(given, list -> names.insert(USER, list)),
                values.values().toArray());
        return byId(sql, id).orElseThrow();
    }

    Optional<User> byId(Sql sql, String id) throws SQLException {
        return sql.first(byId, row -> read(row, 1), id);
    }

    Optional<User> byEmail(Sql sql, String email) throws SQLException {
        return sql.first(byEmail, row -> read(row, 1), email);
    }

    Optional<User> byAccount(Sql sql, String provider, String providerAccountId) throws SQLException {
        return sql.first(byAccount, row -> read(row, 1), provider, providerAccountId);
    }

    User update(Sql sql, UserChange change) throws SQLException {
        var values = values(change.fields().without("id"));
        if (!values.isEmpty()) {
            var given = List.copyOf(values.keySet());
            var parameters = new ArrayList<@Nullable Object>(values.values());
            parameters.add(change.id());
            sql.change(
                    updates.computeIfAbsent(given, list -> names.update(USER, list, names.is("id"))),
                    parameters.toArray());
        }
        return byId(sql, change.id()).orElseThrow(() -> new IllegalStateException("there is no such user"));
    }

    void delete(Sql sql, String id) throws SQLException {
        sql.change(delete, id);
    }

    /** The user that begins at a column of a row. */
    User read(Row row, int first) throws SQLException {
        var claims = new LinkedHashMap<String, @Nullable Object>();
        int index = first;
        for (var name : columnNames) {
            claims.put(name, index < first + OWN.size() ? own(row, name, index) : row.any(index));
            index++;
        }
        return User.of(Claims.of(claims));
    }

    List<String> columns() {
        return columnNames;
    }

    private static @Nullable Object own(Row row, String name, int index) throws SQLException {
        return name.equals("emailVerified") ? row.time(index) : row.text(index);
    }

    /** The members that have a column, in its order. */
    private Map<String, @Nullable Object> values(Claims claims) {
        var values = new LinkedHashMap<String, @Nullable Object>();
        columns.forEach((name, isTime) -> {
            if (claims.has(name)) values.put(name, value(claims.value(name), isTime));
        });
        return values;
    }

    private static @Nullable Object value(@Nullable Object value, boolean isTime) {
        if (value instanceof Instant instant) return isTime ? instant : IsoTime.print(instant);
        if (value instanceof String text && isTime) return IsoTime.parse(text).orElse(null);
        return value instanceof Map<?, ?> || value instanceof List<?> ? Json.print(value) : value;
    }
}
