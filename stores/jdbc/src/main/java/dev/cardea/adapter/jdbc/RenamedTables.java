package dev.cardea.adapter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Recognizes the tables of Auth.js by their columns where an application gave them other names, such as with a prefix.
 * Other tables must not be made next to them: each user would become a second one.
 */
final class RenamedTables {
    /** The columns that tell each table from all others, in the spelling of {@link #plain}. */
    private static final Map<String, Set<String>> COLUMNS = new LinkedHashMap<>();

    static {
        COLUMNS.put(UserTable.NAME, Set.of("id", "email", "emailverified"));
        COLUMNS.put(AccountTable.NAME, Set.of("userid", "provider", "provideraccountid"));
        COLUMNS.put(SessionTable.NAME, Set.of("sessiontoken", "userid", "expires"));
        COLUMNS.put(VerificationTokenTable.NAME, Set.of("identifier", "token", "expires"));
        COLUMNS.put(AuthenticatorTable.NAME, Set.of("credentialid", "userid", "credentialpublickey"));
    }

    private RenamedTables() {}

    /** Returns the settings that describe the tables; empty unless there are users with accounts or sessions. */
    static Optional<String> settings(Connection connection) throws SQLException {
        var found = new LinkedHashMap<String, String>();
        boolean snakeCase = false;
        for (var table : columns(connection).entrySet()) {
            var names = table.getValue().stream().map(RenamedTables::plain).collect(Collectors.toSet());
            for (var known : COLUMNS.entrySet()) {
                if (!names.containsAll(known.getValue())) continue;
                if (found.putIfAbsent(known.getKey(), table.getKey()) != null) continue;
                snakeCase |= table.getValue().stream().anyMatch(it -> it.equalsIgnoreCase("email_verified"));
            }
        }
        if (!found.containsKey(UserTable.NAME)) return Optional.empty();
        if (!found.containsKey(AccountTable.NAME) && !found.containsKey(SessionTable.NAME)) return Optional.empty();
        var tables = COLUMNS.keySet().stream()
                .filter(found::containsKey)
                .map(name -> name + ": " + found.get(name))
                .collect(Collectors.joining(", ", "tables: { ", " }"));
        return Optional.of(snakeCase ? "layout: " + Layout.PRISMA_SNAKE + ", " + tables : tables);
    }

    /** The columns of each table where the connection looks first. */
    private static Map<String, Set<String>> columns(Connection connection) throws SQLException {
        var all = new TreeMap<String, Set<String>>();
        try (var rows =
                connection.getMetaData().getColumns(connection.getCatalog(), connection.getSchema(), "%", "%")) {
            while (rows.next()) {
                all.computeIfAbsent(rows.getString("TABLE_NAME"), it -> new TreeSet<>())
                        .add(rows.getString("COLUMN_NAME"));
            }
        }
        return all;
    }

    private static String plain(String column) {
        return column.replace("_", "").toLowerCase(Locale.ROOT);
    }
}
