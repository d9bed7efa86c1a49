package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.jdbc.JdbcException.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which tables and columns a database has. It is asked by queries without rows, so that the answer is for the tables that
 * the statements will reach, in whatever schema. The connection commits by itself.
 */
final class Catalogue {
    /** The names by which the code knows columns; all others are the application's. */
    private static final Set<String> KNOWN = Set.of(
            ("id name email emailVerified image userId type provider providerAccountId refresh_token access_token"
                            + " expires_at token_type scope id_token session_state sessionToken expires identifier token"
                            + " credentialID credentialPublicKey counter credentialDeviceType credentialBackedUp transports key")
                    .split(" "));

    private final Connection connection;
    private final Dialect dialect;
    private final Fresh fresh;

    Catalogue(Connection connection, Dialect dialect, Fresh fresh) {
        this.connection = connection;
        this.dialect = dialect;
        this.fresh = fresh;
    }

    Dialect dialect() {
        return dialect;
    }

    /** The layout that the tables have. */
    Layout layout() throws SQLException {
        var found = found();
        if (found != null) return found;
        throw new Missing("there are no tables of a known layout " + Layout.ALL);
    }

    Layout layoutOr(Layout other) throws SQLException {
        var found = found();
        return found == null ? other : found;
    }

    private @Nullable Layout found() throws SQLException {
        var found = new ArrayList<Layout>();
        for (var layout : Layout.ALL) if (has(layout)) found.add(layout);
        if (found.size() > 1 && ignoresCase()) found.remove(Layout.PRISMA);
        if (found.size() == 1) return found.get(0);
        if (found.isEmpty()) return null;
        throw new IllegalStateException("there are tables of more than one layout; choose one of " + found);
    }

    /** The table that a layout calls so; {@code null} if there is none. */
    @Nullable Table table(Layout layout, String name) throws SQLException {
        String called = layout.table(name);
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
                if (KNOWN.contains(column) && !logical.containsKey(column)) continue;
                String known = logical.getOrDefault(column, column);
                int longest = type == Type.TEXT ? metadata.getPrecision(i) : 0;
                columns.put(known, new Column(dialect, known, column, type, longest, loose.get(column)));
            }
            return new Table(called, sql, columns, fresh);
        } catch (SQLException e) {
            if (dialect.kindOf(e) == Kind.SCHEMA) return null;
            throw e;
        }
    }

    private boolean has(Layout layout) throws SQLException {
        var users = table(layout, UserTable.NAME);
        if (users == null || !users.has("id") || !users.has("email") || !users.has("emailVerified")) return false;
        var accounts = table(layout, AccountTable.NAME);
        if (accounts != null && accounts.has("userId") && accounts.has("providerAccountId")) return true;
        var sessions = table(layout, SessionTable.NAME);
        return sessions != null && sessions.has("userId") && sessions.has("sessionToken");
    }

    /** Whether {@code User} and {@code user} are one table. */
    private boolean ignoresCase() throws SQLException {
        return table(Layout.DRIZZLE.table(UserTable.NAME, "uSER"), UserTable.NAME) != null;
    }

    private static Map<String, String> logical(Layout layout) {
        var logical = new LinkedHashMap<String, String>();
        for (var name : KNOWN) logical.put(layout.column(name), name);
        return logical;
    }
}
