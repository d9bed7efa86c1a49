package dev.cardea.adapter.jdbc;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * How tables and columns are called. The adapter finds out which of the layouts here a database has; one that is called
 * otherwise is described:
 *
 * <pre>{@code
 * Layout.DRIZZLE.table("user", "app_user").column("emailVerified", "verified_at")
 * }</pre>
 *
 * <p>The names in code are those of the interface: {@code user}, {@code account}, {@code session},
 * {@code verificationToken}, {@code authenticator} and their fields.
 */
public final class Layout {
    /** The default tables of {@code @auth/drizzle-adapter}, and those that are made in an empty database. */
    public static final Layout DRIZZLE = new Layout("drizzle", Map.of(), Map.of(), UnaryOperator.identity(), true);

    /** The models of {@code @auth/prisma-adapter} as they are. */
    public static final Layout PRISMA = new Layout(
            "prisma",
            Map.of(
                    "user", "User",
                    "account", "Account",
                    "session", "Session",
                    "verificationToken", "VerificationToken",
                    "authenticator", "Authenticator"),
            Map.of(),
            UnaryOperator.identity(),
            true);

    /** The variant of {@link #PRISMA} whose tables and columns are mapped to {@code snake_case}. */
    public static final Layout PRISMA_SNAKE = new Layout(
            "prisma-snake",
            Map.of(
                    "user", "users",
                    "account", "accounts",
                    "session", "sessions",
                    "verificationToken", "verification_tokens",
                    "authenticator", "authenticators"),
            Map.of(),
            Layout::snake,
            true);

    /**
     * The tables of {@code @auth/pg-adapter} on PostgreSQL. They have no unique keys for addresses, accounts and sessions;
     * the adapter keeps them unique among its own writers.
     */
    public static final Layout PG = new Layout(
            "pg",
            Map.of(
                    "user", "users",
                    "account", "accounts",
                    "session", "sessions",
                    "verificationToken", "verification_token",
                    "authenticator", "authenticators"),
            Map.of(),
            UnaryOperator.identity(),
            false);

    static final List<Layout> ALL = List.of(DRIZZLE, PRISMA, PRISMA_SNAKE, PG);

    private final String name;
    private final Map<String, String> tables;
    private final Map<String, String> columns;
    private final UnaryOperator<String> otherwise;
    private final boolean hasUniqueKeys;

    private Layout(
            String name,
            Map<String, String> tables,
            Map<String, String> columns,
            UnaryOperator<String> otherwise,
            boolean hasUniqueKeys) {
        this.name = name;
        this.tables = Map.copyOf(tables);
        this.columns = Map.copyOf(columns);
        this.otherwise = otherwise;
        this.hasUniqueKeys = hasUniqueKeys;
    }

    /** One of the above by its name, such as {@code prisma-snake}. */
    public static Optional<Layout> of(String name) {
        return ALL.stream().filter(layout -> layout.name.equals(name)).findFirst();
    }

    /** The same with another name for one table. */
    public Layout table(String table, String called) {
        return new Layout(name, with(tables, table, called), columns, otherwise, hasUniqueKeys);
    }

    /** The same with another name for one column, in all tables that have it. */
    public Layout column(String column, String called) {
        return new Layout(name, tables, with(columns, column, called), otherwise, hasUniqueKeys);
    }

    String table(String table) {
        return tables.getOrDefault(table, table);
    }

    String column(String column) {
        var named = columns.get(column);
        return named == null ? otherwise.apply(column) : named;
    }

    /** Whether the database refuses a second row of one address, account or session. */
    boolean hasUniqueKeys() {
        return hasUniqueKeys;
    }

    private static Map<String, String> with(Map<String, String> map, String key, String value) {
        var more = new HashMap<>(map);
        more.put(key, value);
        return more;
    }

    /** {@code credentialID} is {@code credential_id}; what is in snake case already stays. */
    private static String snake(String name) {
        return name.replaceAll("([a-z])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return name;
    }
}
