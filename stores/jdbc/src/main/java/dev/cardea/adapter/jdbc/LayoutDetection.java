package dev.cardea.adapter.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Detects which layout the tables of a database have. Several libraries share the names of tables, so types and keys
 * decide. Rejects tables that are not certain and names them, because rows read in a wrong form are lost.
 */
final class LayoutDetection {
    /** One layout for each set of names. Types and keys distinguish it from other layouts with the same names. */
    private static final List<Layout> NAMED =
            List.of(Layout.DRIZZLE, Layout.PRISMA, Layout.PRISMA_MAPPED, Layout.PRISMA_SNAKE, Layout.SUPABASE);

    /** What a table cannot be used without. */
    private static final Map<String, List<String>> NEEDED = new LinkedHashMap<>();

    static {
        NEEDED.put(UserTable.NAME, List.of("id", "email"));
        NEEDED.put(AccountTable.NAME, List.of("userId", "type", "provider", "providerAccountId"));
        NEEDED.put(SessionTable.NAME, List.of("sessionToken", "userId", "expires"));
        NEEDED.put(VerificationTokenTable.NAME, List.of("identifier", "token", "expires"));
        NEEDED.put(
                AuthenticatorTable.NAME,
                List.of("credentialID", "userId", "providerAccountId", "credentialPublicKey", "counter"));
    }

    /** As many rows as show which form their times have. */
    private static final int SAMPLE = 100;

    private static final Pattern MILLIS = Pattern.compile("-?[0-9]{1,15}");
    private static final Pattern SECONDS = Pattern.compile("[0-9]{9,11}");

    private final SchemaCatalog catalogue;

    LayoutDetection(SchemaCatalog catalogue) {
        this.catalogue = catalogue;
    }

    /**
     * The layout of the tables.
     *
     * @throws MissingTable if there are none of a known layout
     * @throws UnknownTablesException if there are some, and it is not certain what they are
     */
    Layout layout() throws SQLException {
        var found = find();
        if (found != null) return checked(found);
        refuseRenamed();
        checked(Layout.DRIZZLE);
        throw new MissingTable("no tables of a known layout found; the layouts are " + Layout.ALL);
    }

    /** The same for tables that may be made: {@link Layout#DRIZZLE} where there are none. */
    Layout layoutToMake() throws SQLException {
        var found = find();
        if (found == null) refuseRenamed();
        return checked(found == null ? Layout.DRIZZLE : found);
    }

    private void refuseRenamed() throws SQLException {
        var settings = RenamedTables.settings(catalogue.connection());
        if (settings.isEmpty()) return;
        throw new UnknownTablesException("the database has Auth.js tables under other names, so Cardea doesn't "
                + "create its own. In Java, describe them with Layout.table; in the server's file, below store: "
                + settings.get() + ". If they belong to another program, choose the layout of the tables to create:"
                + " layout: " + Layout.DRIZZLE);
    }

    /** A layout that was named, if nothing in the database speaks against it. */
    Layout confirmed(Layout named) throws SQLException {
        if (!catalogue.dialect().knows(named)) {
            throw new UnknownTablesException("the layout " + named + " is for PostgreSQL only, and this is "
                    + catalogue.dialect().name());
        }
        if (named.isPreset() && catalogue.table(named, UserTable.NAME) == null) {
            var found = find();
            if (found != null) {
                throw new UnknownTablesException("the layout is set to " + named + ", but there's no table "
                        + named.named(UserTable.NAME) + "; the database has the tables of the layout " + found
                        + ". Set that layout, or none");
            }
        }
        return checked(named);
    }

    private @Nullable Layout find() throws SQLException {
        var found = new ArrayList<Layout>();
        for (var layout : NAMED) if (catalogue.dialect().knows(layout) && has(layout)) found.add(layout);
        if (found.size() > 1 && ignoresCase()) found.remove(Layout.PRISMA);
        if (found.size() > 1) {
            throw new UnknownTablesException("the database has tables of several layouts, " + found
                    + "; set the one to use (Layout, or layout in the server's file)");
        }
        if (found.isEmpty()) {
            for (var layout : NAMED) if (catalogue.dialect().knows(layout)) refuseRemains(layout);
            return null;
        }
        var named = found.get(0);
        if (named == Layout.PRISMA) return prisma();
        return named == Layout.PRISMA_MAPPED ? plural() : named;
    }

    private boolean has(Layout layout) throws SQLException {
        var users = catalogue.table(layout, UserTable.NAME);
        if (users == null || !users.has("id") || !users.has("email") || !users.has("emailVerified")) return false;
        return hasAccounts(layout) || hasSessions(layout);
    }

    private boolean hasAccounts(Layout layout) throws SQLException {
        var accounts = catalogue.table(layout, AccountTable.NAME);
        return accounts != null && accounts.has("userId") && accounts.has("providerAccountId");
    }

    private boolean hasSessions(Layout layout) throws SQLException {
        var sessions = catalogue.table(layout, SessionTable.NAME);
        return sessions != null && sessions.has("userId") && sessions.has("sessionToken");
    }

    /** Tables of Auth.js without users that go with them: other tables must not be made beside them. */
    private void refuseRemains(Layout layout) throws SQLException {
        var accounts = hasAccounts(layout);
        if (!accounts && !hasSessions(layout)) return;
        var users = catalogue.table(layout, UserTable.NAME);
        var there = layout.named(accounts ? AccountTable.NAME : SessionTable.NAME);
        throw new UnknownTablesException("the table " + there + " looks like an Auth.js table, but "
                + (users == null
                        ? "there is no table " + layout.named(UserTable.NAME)
                        : "the table " + users.name() + " lacks the columns id, email and emailVerified")
                + "; describe the tables (Layout, or tables and columns in the server's file)");
    }

    /** Kysely's tables have the names of Prisma's, and no key for accounts. */
    private Layout prisma() throws SQLException {
        var accounts = catalogue.table(Layout.PRISMA, AccountTable.NAME);
        if (accounts == null || !accounts.has("provider")) return Layout.PRISMA;
        return accounts.lacksKey(
                        Layout.PRISMA, List.of(accounts.column("provider"), accounts.column("providerAccountId")))
                ? Layout.KYSELY
                : Layout.PRISMA;
    }

    /** Whose {@code users} with columns in camel case they are. */
    private Layout plural() throws SQLException {
        var layout = Layout.PRISMA_MAPPED;
        boolean isPg = isPg(layout);
        if (isPg && !catalogue.dialect().knows(Layout.PG)) {
            throw new UnknownTablesException("the tables are those of @auth/pg-adapter, which only work on PostgreSQL");
        }
        if (isPg) return Layout.PG;
        if (hasTextTimes(layout)) {
            refuseUnless(
                    isTypeOrm(layout), "their times are text, which Cardea only supports for @auth/typeorm-adapter");
            return Layout.TYPEORM;
        }
        if (mayBeD1(layout)) {
            throw new UnknownTablesException(
                    "the tables users, accounts, … may be those of @auth/d1-adapter, which Cardea can't read "
                            + "because their times are text; if their times are numbers, set the layout prisma-mapped");
        }
        boolean isHasura = catalogue.table(layout, "provider_type") != null;
        return isHasura && catalogue.dialect().knows(Layout.PG) ? Layout.HASURA : layout;
    }

    private boolean isPg(Layout layout) throws SQLException {
        var plural = catalogue.table(layout, VerificationTokenTable.NAME);
        var singular = catalogue.table(Layout.PG, VerificationTokenTable.NAME);
        if (singular != null && plural != null) {
            throw new UnknownTablesException("there are both " + singular.name() + " and " + plural.name()
                    + "; set the layout to use (pg has the first, prisma-mapped the second)");
        }
        if (singular != null) return true;
        var users = catalogue.table(layout, UserTable.NAME);
        return plural == null
                && users != null
                && users.column("id").type() == Type.NUMBER
                && users.lacksKey(Layout.PG, List.of(users.column("email")));
    }

    private boolean hasTextTimes(Layout layout) throws SQLException {
        return isText(layout, UserTable.NAME, "emailVerified")
                || isText(layout, SessionTable.NAME, "expires")
                || isText(layout, VerificationTokenTable.NAME, "expires");
    }

    private boolean isText(Layout layout, String name, String column) throws SQLException {
        var table = catalogue.table(layout, name);
        return table != null && table.has(column) && table.column(column).type() == Type.TEXT;
    }

    /** Its entities have ids of their own throughout, and two columns for OAuth 1. */
    private boolean isTypeOrm(Layout layout) throws SQLException {
        for (var name : List.of(SessionTable.NAME, VerificationTokenTable.NAME)) {
            var table = catalogue.table(layout, name);
            if (table != null && (!table.has("id") || !isText(layout, name, "expires"))) return false;
        }
        return hasTokensOfOAuth1(layout);
    }

    private boolean hasTokensOfOAuth1(Layout layout) throws SQLException {
        var accounts = catalogue.table(layout, AccountTable.NAME);
        return accounts != null && accounts.has("oauth_token") && accounts.has("oauth_token_secret");
    }

    /** On SQLite a column of dates may hold anything, and what it holds shows in rows only. */
    private boolean mayBeD1(Layout layout) throws SQLException {
        if (catalogue.dialect() != Dialect.SQLITE.sql() || !hasTokensOfOAuth1(layout)) return false;
        var sessions = catalogue.table(layout, SessionTable.NAME);
        return sessions == null
                || sample(sessions, sessions.column("expires")).stream().noneMatch(this::isMillis);
    }

    private boolean isMillis(String value) {
        return MILLIS.matcher(value).matches();
    }

    private void refuseUnless(boolean isCertain, String reason) throws UnknownTablesException {
        if (isCertain) return;
        throw new UnknownTablesException("can't use the tables users, accounts, …: " + reason + "; change their "
                + "times to a date-time type, then describe the tables with your own layout");
    }

    /** A layout whose tables, as far as they are there, can be read and written. */
    private Layout checked(Layout layout) throws SQLException {
        for (var needed : NEEDED.entrySet()) {
            var table = catalogue.table(layout, needed.getKey());
            if (table == null) continue;
            for (var column : needed.getValue()) {
                if (table.has(column)) continue;
                throw new UnknownTablesException("the table " + table.name() + " has no column " + layout.column(column)
                        + ", so it belongs to another program; choose another name for Cardea's table "
                        + "(Layout.table, or tables in the server's file)");
            }
            for (var column : List.of("emailVerified", "expires"))
                if (table.has(column)) checkTimes(layout, table, column);
        }
        return layout;
    }

    private void checkTimes(Layout layout, Table table, String name) throws SQLException {
        var column = table.column(name).ofTimes();
        var where = "the column " + table.name() + "." + column.called();
        if (!column.type().isTime()) {
            throw new UnknownTablesException(where + " isn't of a date-time type, and the layout " + layout
                    + " doesn't say how to read it; only the layout typeorm has times as text, in milliseconds");
        }
        if (column.type() != Type.MILLIS && column.type() != Type.MILLIS_TEXT) return;
        for (var value : sample(table, column)) {
            if (!isMillis(value))
                throw new UnknownTablesException(where + " contains texts that aren't milliseconds since 1970");
            if (SECONDS.matcher(value).matches()) {
                throw new UnknownTablesException(where + " contains seconds since 1970, but must contain milliseconds");
            }
        }
    }

    private List<String> sample(Table table, Column column) throws SQLException {
        String sql = "select " + column.sql() + " from " + table.sql();
        try (var statement = catalogue.connection().prepareStatement(sql)) {
            statement.setMaxRows(SAMPLE);
            try (var rows = statement.executeQuery()) {
                var values = new ArrayList<String>();
                while (rows.next()) {
                    var value = rows.getString(1);
                    if (value != null) values.add(value);
                }
                return values;
            }
        }
    }

    /** Whether {@code User} and {@code user} are one table. */
    private boolean ignoresCase() throws SQLException {
        return catalogue.table(Layout.DRIZZLE.table(UserTable.NAME, "uSER"), UserTable.NAME) != null;
    }
}
