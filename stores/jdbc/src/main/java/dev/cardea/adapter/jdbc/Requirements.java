package dev.cardea.adapter.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What the statements rely on and a database does not have.
 *
 * @param tables a line for each that is missing
 * @param places a line for each table that is missing without which the adapter does less
 * @param keys a line for each unique key without which a row could be there twice, with the statement that makes it
 * @param indexes statements for indexes without which whole tables would be read
 */
record Requirements(List<String> tables, List<String> places, List<String> keys, List<String> indexes) {
    /** Which migration makes a table; those of Auth.js come with the first. */
    private static final Map<String, Integer> OURS = Map.of(
            UsedTokenTable.NAME, 2,
            PasskeyRecordTable.NAME, 3,
            LimitTable.NAME, 5,
            AccountRecordTable.NAME, 6,
            SessionRecordTable.NAME, 7,
            ModuleRecordTable.NAME, 8);

    /** Tables that the adapter can do without, and what it does then. */
    private static final Map<String, String> PLACES = new TreeMap<>(Map.of(
            AccountRecordTable.NAME,
            "users with an unverified email address are stored without it",
            SessionRecordTable.NAME,
            "there are no revocable sessions",
            ModuleRecordTable.NAME,
            "modules such as user accounts can't keep anything"));

    private record Search(String table, String index, List<String> columns) {}

    private static final List<Search> KEYS = List.of(
            new Search(UserTable.NAME, "user_email_unique", List.of("email")),
            new Search(AccountTable.NAME, "account_provider_unique", List.of("provider", "providerAccountId")),
            new Search(SessionTable.NAME, "session_sessionToken_unique", List.of("sessionToken")),
            new Search(AuthenticatorTable.NAME, "authenticator_credentialID_unique", List.of("credentialID")));

    private static final List<Search> SEARCHES = List.of(
            new Search(UserTable.NAME, "user_email_idx", List.of("email")),
            new Search(AccountTable.NAME, "account_provider_idx", List.of("provider", "providerAccountId")),
            new Search(AccountTable.NAME, "account_userId_idx", List.of("userId")),
            new Search(SessionTable.NAME, "session_sessionToken_idx", List.of("sessionToken")),
            new Search(SessionTable.NAME, "session_userId_idx", List.of("userId")),
            new Search(SessionTable.NAME, "session_expires_idx", List.of("expires")),
            new Search(VerificationTokenTable.NAME, "verificationToken_token_idx", List.of("token")),
            new Search(VerificationTokenTable.NAME, "verificationToken_expires_idx", List.of("expires")),
            new Search(AuthenticatorTable.NAME, "authenticator_credentialID_idx", List.of("credentialID")),
            new Search(AuthenticatorTable.NAME, "authenticator_userId_idx", List.of("userId")));

    static Requirements of(SchemaCatalog catalogue, Layout layout) throws SQLException {
        return new Requirements(
                tables(catalogue, layout),
                places(catalogue, layout),
                keys(catalogue, layout),
                indexes(catalogue, layout));
    }

    /** The first migration whose table is not there; more than any if all are. */
    static int firstMissing(SchemaCatalog catalogue, Layout layout) throws SQLException {
        for (var name : Layout.TABLES) if (catalogue.table(layout, name) == null) return 1;
        int first = Integer.MAX_VALUE;
        for (var it : OURS.entrySet()) {
            if (catalogue.table(layout, it.getKey()) == null) first = Math.min(first, it.getValue());
        }
        return first;
    }

    private static List<String> tables(SchemaCatalog catalogue, Layout layout) throws SQLException {
        var names = new ArrayList<>(Layout.TABLES);
        names.addAll(
                OURS.keySet().stream().sorted(Comparator.comparing(OURS::get)).toList());
        names.removeAll(PLACES.keySet());
        var missing = new ArrayList<String>();
        for (var name : names) {
            if (catalogue.table(layout, name) == null) missing.add("there is no table " + layout.named(name));
        }
        return List.copyOf(missing);
    }

    private static List<String> places(SchemaCatalog catalogue, Layout layout) throws SQLException {
        var missing = new ArrayList<String>();
        for (var place : PLACES.entrySet()) {
            if (catalogue.table(layout, place.getKey()) != null) continue;
            missing.add("there is no table " + layout.named(place.getKey()) + ", so " + place.getValue()
                    + "; run the migrations");
        }
        return List.copyOf(missing);
    }

    /** Where rows are kept apart by locks, a key is welcome and not needed. */
    private static List<String> keys(SchemaCatalog catalogue, Layout layout) throws SQLException {
        if (catalogue.dialect().hasLocks()) return List.of();
        var missing = new ArrayList<String>();
        for (var it : KEYS) {
            var table = catalogue.table(layout, it.table());
            if (table == null) continue;
            var columns = columns(table, it);
            if (!table.lacksKey(layout, columns)) continue;
            missing.add("the table " + table.name() + " has no unique key over "
                    + columns.stream().map(Column::called).collect(Collectors.joining(", "))
                    + ", so the same row could be stored twice; run: create unique "
                    + index(catalogue.dialect(), it, table, columns));
        }
        return List.copyOf(missing);
    }

    private static List<String> indexes(SchemaCatalog catalogue, Layout layout) throws SQLException {
        var statements = new ArrayList<String>();
        for (var it : SEARCHES) {
            var table = catalogue.table(layout, it.table());
            if (table == null) continue;
            var columns = columns(table, it);
            if (!table.lacksIndex(columns)) continue;
            statements.add("create "
                    + index(catalogue.dialect(), it, table, columns).replaceFirst("^index", "index if not exists"));
        }
        return List.copyOf(statements);
    }

    private static List<Column> columns(Table table, Search search) throws SQLException {
        var columns = new ArrayList<Column>();
        for (var name : search.columns()) columns.add(table.column(name));
        return columns;
    }

    private static String index(SqlDialect dialect, Search search, Table table, List<Column> columns) {
        return "index " + dialect.quote(search.index()) + " on " + table.sql() + " ("
                + columns.stream()
                        .map(it -> dialect.indexed(it.sql(), it.longest()))
                        .collect(Collectors.joining(", ")) + ")";
    }
}
