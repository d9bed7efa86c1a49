package dev.cardea.adapter.jdbc;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The names of tables and columns. The adapter finds out which of these layouts a database has. If yours has other
 * names, describe them:
 *
 * <pre>{@code
 * Layout.DRIZZLE.table("user", "app_user").column("emailVerified", "verified_at")
 * }</pre>
 *
 * <p>The names in code are those of Auth.js: {@code user}, {@code account}, {@code session}, {@code verificationToken},
 * {@code authenticator} and their fields. The adapter reads from the database how times are stored and which keys
 * exist. Times as text are only supported for {@link #TYPEORM}.
 */
public final class Layout {
    /** The tables of Auth.js, by their names in code. */
    static final List<String> TABLES = List.of("user", "account", "session", "verificationToken", "authenticator");

    /** The names by which the code knows columns; all others are the application's. */
    static final Set<String> COLUMNS = Set.of(
            ("id name email emailVerified image userId type provider providerAccountId refresh_token access_token"
                            + " expires_at token_type scope id_token session_state sessionToken expires identifier token"
                            + " credentialID credentialPublicKey counter credentialDeviceType credentialBackedUp transports key")
                    .split(" "));

    private static final Map<String, String> PLURALS = Map.of(
            "user", "users",
            "account", "accounts",
            "session", "sessions",
            "verificationToken", "verification_tokens",
            "authenticator", "authenticators");

    private static final Map<String, String> MODELS = Map.of(
            "user", "User",
            "account", "Account",
            "session", "Session",
            "verificationToken", "VerificationToken",
            "authenticator", "Authenticator");

    /** The default tables of {@code @auth/drizzle-adapter}, which are also created in an empty database. */
    public static final Layout DRIZZLE = new Layout("drizzle", null, Map.of(), Map.of(), false, Times.PLAIN, true);

    /** The models of {@code @auth/prisma-adapter} as they are. */
    public static final Layout PRISMA = new Layout("prisma", null, MODELS, Map.of(), false, Times.PLAIN, true);

    /** The variant of {@link #PRISMA} whose tables are mapped to {@code users}, {@code accounts} and so on. */
    public static final Layout PRISMA_MAPPED =
            new Layout("prisma-mapped", null, PLURALS, Map.of(), false, Times.PLAIN, true);

    /** The variant of {@link #PRISMA} whose tables and columns are mapped to {@code snake_case}. */
    public static final Layout PRISMA_SNAKE =
            new Layout("prisma-snake", null, PLURALS, Map.of(), true, Times.PLAIN, true);

    /** The tables of {@code @auth/kysely-adapter}: the names of {@link #PRISMA}, without a unique key for accounts. */
    public static final Layout KYSELY = new Layout("kysely", null, MODELS, Map.of(), false, Times.ZONED, false);

    /** The tables of {@code @auth/supabase-adapter}, in the schema {@code next_auth}; PostgreSQL only. */
    public static final Layout SUPABASE =
            new Layout("supabase", "next_auth", PLURALS, Map.of(), false, Times.ZONED, true);

    /** The tables of {@code @auth/hasura-adapter}: {@link #PRISMA_MAPPED} without a unique key for accounts. */
    public static final Layout HASURA = new Layout("hasura", null, PLURALS, Map.of(), false, Times.ZONED, false);

    /** The tables of {@code @auth/typeorm-adapter}, whose times are text of milliseconds since 1970. */
    public static final Layout TYPEORM = new Layout("typeorm", null, PLURALS, Map.of(), false, Times.TEXT, false);

    /**
     * The tables of {@code @auth/pg-adapter} on PostgreSQL. They have no unique keys for addresses, accounts and sessions;
     * the adapter keeps them unique among its own writers.
     */
    public static final Layout PG = new Layout("pg", null, PLURALS, Map.of(), false, Times.ZONED, false)
            .table("verificationToken", "verification_token");

    static final List<Layout> ALL =
            List.of(DRIZZLE, PRISMA, PRISMA_MAPPED, PRISMA_SNAKE, KYSELY, SUPABASE, HASURA, TYPEORM, PG);

    /** How a layout keeps times where the type of a column does not say it. */
    enum Times {
        /** Without a zone, in UTC. */
        PLAIN,
        /** With a zone. */
        ZONED,
        /** As text of milliseconds since 1970. */
        TEXT
    }

    private final String name;
    private final @Nullable String schema;
    private final Map<String, String> tables;
    private final Map<String, String> columns;
    private final boolean snakeCase;
    private final Times times;
    private final boolean hasUniqueKeys;

    private Layout(
            String name,
            @Nullable String schema,
            Map<String, String> tables,
            Map<String, String> columns,
            boolean snakeCase,
            Times times,
            boolean hasUniqueKeys) {
        this.name = name;
        this.schema = schema;
        this.tables = Map.copyOf(tables);
        this.columns = Map.copyOf(columns);
        this.snakeCase = snakeCase;
        this.times = times;
        this.hasUniqueKeys = hasUniqueKeys;
    }

    /** Returns one of these layouts by its name, such as {@code prisma-snake}. */
    public static Optional<Layout> of(String name) {
        return ALL.stream().filter(layout -> layout.name.equals(name)).findFirst();
    }

    /** Returns the names for {@link #of}. */
    public static List<String> names() {
        return ALL.stream().map(layout -> layout.name).toList();
    }

    /**
     * Returns the layout with another name for one table.
     *
     * @param table {@code user}, {@code account}, {@code session}, {@code verificationToken}, {@code authenticator} or
     *     one of the tables that begin with {@code cardea_}
     * @throws IllegalArgumentException for another table
     */
    public Layout table(String table, String called) {
        if (!TABLES.contains(table) && !table.startsWith("cardea_")) {
            throw new IllegalArgumentException("there is no table " + table + "; the tables are " + TABLES);
        }
        return new Layout(name, schema, with(tables, table, called), columns, snakeCase, times, hasUniqueKeys);
    }

    /**
     * Returns the layout with another name for one column, in all tables that have it.
     *
     * @throws IllegalArgumentException for a column that is not a field of Auth.js
     */
    public Layout column(String column, String called) {
        if (!COLUMNS.contains(column)) {
            throw new IllegalArgumentException("there is no column " + column + "; the columns are "
                    + COLUMNS.stream().sorted().toList());
        }
        return new Layout(name, schema, tables, with(columns, column, called), snakeCase, times, hasUniqueKeys);
    }

    /** Returns the layout in a schema of the database, instead of the connection's default. */
    public Layout schema(String called) {
        return new Layout(name, called, tables, columns, snakeCase, times, hasUniqueKeys);
    }

    TableName named(String table) {
        return new TableName(schema, table(table));
    }

    @Nullable String schema() {
        return schema;
    }

    Times times() {
        return times;
    }

    /** Returns whether ids of users are numbers that the database counts. */
    boolean isCounted() {
        return name.equals("pg");
    }

    /** Returns whether it is as it comes, without names of the application's own. */
    boolean isPreset() {
        return ALL.contains(this);
    }

    String table(String table) {
        return tables.getOrDefault(table, table);
    }

    String column(String column) {
        var named = columns.get(column);
        if (named != null) return named;
        return snakeCase ? snake(column) : column;
    }

    /**
     * Returns whether such tables refuse a second row of one address, account or session. It is asked only where the
     * database does not list its keys.
     */
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
