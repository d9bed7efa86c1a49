package dev.cardea.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.config.Env;
import dev.cardea.server.log.LoggedLines;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever state a database is in, what doctor advises leads to one that is served in two steps at most, or doctor, migrate
 * and serve refuse it with one reason, and change nothing.
 */
@ResourceLock(LoggedLines.SERVER)
class StoreAdviceTest {
    private static final Pattern RUN = Pattern.compile("run: (create unique index .*)");

    private static final String USERS =
            "(id text primary key, name text, email text unique, \"emailVerified\" %s, image text)";
    private static final String ACCOUNTS = "(id text primary key, \"userId\" text, type text, provider text,"
            + " \"providerAccountId\" text, refresh_token text, access_token text, expires_at integer, token_type text,"
            + " scope text, id_token text, session_state text)";
    private static final String SESSIONS =
            "(id text primary key, \"sessionToken\" text unique, \"userId\" text, expires %s)";
    private static final String TOKENS = "(identifier text, token text unique, expires %s)";
    private static final String ACCOUNT_KEY = "create unique index account_key on %s (provider, \"providerAccountId\")";

    private final StringWriter out = new StringWriter();

    @TempDir
    Path directory;

    private static List<String> prisma(String time) {
        return tables("User", "Account", "Session", "VerificationToken", time);
    }

    private static List<String> plural(String time) {
        return tables("users", "accounts", "sessions", "verification_tokens", time);
    }

    private static List<String> tables(String users, String accounts, String sessions, String tokens, String time) {
        return List.of(
                "create table \"" + users + "\" " + USERS.formatted(time),
                "create table \"" + accounts + "\" " + ACCOUNTS,
                "create table \"" + sessions + "\" " + SESSIONS.formatted(time),
                "create table \"" + tokens + "\" " + TOKENS.formatted(time));
    }

    private static List<String> and(List<String> tables, String... more) {
        var all = new ArrayList<>(tables);
        all.addAll(List.of(more));
        return all;
    }

    static Stream<Arguments> served() {
        return Stream.of(
                Arguments.of("empty", "", List.of()),
                Arguments.of("empty, made at start", "migrate: true", List.of()),
                Arguments.of("empty, not production", "env: development", List.of()),
                Arguments.of("own tables", "", List.of("MIGRATE")),
                Arguments.of(
                        "own tables, old", "", List.of("MIGRATE", "delete from cardea_migration where version > 1")),
                Arguments.of("own tables, history gone", "", List.of("MIGRATE", "drop table cardea_migration")),
                Arguments.of("own tables, one gone", "", List.of("MIGRATE", "drop table cardea_passkey")),
                Arguments.of("own tables, sessions gone", "", List.of("MIGRATE", "drop table session")),
                Arguments.of(
                        "own tables, one gone and migrated at start",
                        "migrate: true",
                        List.of("MIGRATE", "drop table cardea_spent_token")),
                Arguments.of("users only", "", List.of("create table \"user\" " + USERS.formatted("datetime"))),
                Arguments.of("Prisma", "", and(prisma("datetime"), ACCOUNT_KEY.formatted("\"Account\""))),
                Arguments.of("Prisma, no key for accounts", "", prisma("datetime")),
                Arguments.of("Prisma, plural", "", and(plural("datetime"), ACCOUNT_KEY.formatted("accounts"))),
                Arguments.of("Prisma, plural, no key for accounts", "", plural("datetime")),
                Arguments.of(
                        "TypeORM",
                        "",
                        and(List.of(
                                "create table users " + USERS.formatted("varchar"),
                                "create table accounts "
                                        + ACCOUNTS.replace(
                                                "scope text", "scope text, oauth_token text, oauth_token_secret text"),
                                "create table sessions " + SESSIONS.formatted("varchar"),
                                "create table verification_tokens "
                                        + TOKENS.replace("(identifier", "(id text, identifier")
                                                .formatted("varchar")))),
                Arguments.of(
                        "an application's tables beside",
                        "",
                        List.of("create table customers (id integer primary key)")),
                Arguments.of(
                        "an application's users beside",
                        "",
                        List.of("create table users (id integer primary key, login text, password text)")));
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of("text times", "", plural("text"), "their times are text"),
                Arguments.of(
                        "seconds",
                        "",
                        and(prisma("integer"), "insert into \"Session\" values ('1', 't', 'u', 1900000000)"),
                        "contains seconds"),
                Arguments.of(
                        "D1",
                        "",
                        List.of(
                                "create table users " + USERS.formatted("datetime"),
                                "create table accounts "
                                        + ACCOUNTS.replace(
                                                "scope text", "scope text, oauth_token text, oauth_token_secret text"),
                                "create table sessions " + SESSIONS.formatted("datetime")),
                        "d1-adapter"),
                Arguments.of(
                        "two layouts",
                        "",
                        and(and(prisma("datetime")), plural("datetime").toArray(String[]::new)),
                        "several layouts"),
                Arguments.of(
                        "another program's sessions",
                        "",
                        List.of("create table session (sid text primary key, sess text, expire integer)"),
                        "the table session has no column sessionToken"),
                Arguments.of(
                        "accounts without users",
                        "",
                        List.of("create table accounts " + ACCOUNTS),
                        "looks like an Auth.js table"),
                Arguments.of("the wrong layout", "layout: pg", plural("datetime"), "for PostgreSQL only"),
                Arguments.of(
                        "a layout that is not there", "layout: prisma-snake", prisma("datetime"), "of the layout"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("served")
    void advice_leads_to_a_store_that_is_served(String state, String setting, List<String> statements)
            throws Exception {
        var url = "jdbc:sqlite:" + directory.resolve("db");
        var config = file(setting, url, "");
        prepare(url, statements, config);

        for (int step = 0; run("doctor", "--config", config) != 0; step++) {
            assertThat(step).as(out.toString()).isLessThan(2);
            follow(out.toString(), url, config);
        }
        var store = dev.cardea.server.file.ConfigFile.read(Path.of(config), env());
        try (var open = java.util.Objects.requireNonNull(store.store())) {
            var problem =
                    dev.cardea.server.store.SchemaCheck.prepare(open, store.migrate(), store.production(), line -> {});
            assertThat(problem).isEmpty();
        }
        assertThat(run("migrate", "--config", config)).isZero();
        assertThat(run("doctor", "--config", config)).isZero();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void a_store_that_is_refused_is_refused_with_one_reason_and_stays_as_it_is(
            String state, String layout, List<String> statements, String reason) throws Exception {
        var url = "jdbc:sqlite:" + directory.resolve("db");
        var config = file("", url, layout);
        prepare(url, statements, config);
        var before = tables(url);

        for (var command : List.of("doctor", "migrate", "serve")) {
            assertThat(run(command, "--config", config)).as(command).isNotZero();
            assertThat(out.toString()).as(command).contains(reason).doesNotContain("run: cardea", "migrateOnStart");
        }
        assertThat(tables(url)).isEqualTo(before);
    }

    private void follow(String said, String url, String config) throws SQLException {
        var statement = RUN.matcher(said);
        if (statement.find()) execute(url, statement.group(1));
        else {
            assertThat(said).contains("run: cardea migrate --config " + config);
            run("migrate", "--config", config);
        }
    }

    private void prepare(String url, List<String> statements, String config) throws SQLException {
        for (var sql : statements) {
            if (sql.equals("MIGRATE"))
                assertThat(run("migrate", "--config", config)).isZero();
            else execute(url, sql);
        }
    }

    private static void execute(String url, String sql) throws SQLException {
        try (var connection = DriverManager.getConnection(url);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> tables(String url) throws SQLException {
        try (var connection = DriverManager.getConnection(url);
                var statement = connection.createStatement();
                var rows = statement.executeQuery("select name from sqlite_master order by name")) {
            var names = new ArrayList<String>();
            while (rows.next()) names.add(rows.getString(1));
            return names;
        }
    }

    private String file(String setting, String url, String layout) throws IOException {
        var store = "store: { url: '" + url + "', pool: { timeout: 60000 }" + (layout.isEmpty() ? "" : ", " + layout)
                + " }\n";
        var env = setting.startsWith("env") ? "" : "env: production\n";
        var text =
                env + setting + "\n" + store + "url: https://app.example\nsecret: 5f0c2e9b71d84a36b8e1f7c09d2a4e63\n";
        return Files.writeString(directory.resolve("c.yml"), text).toString();
    }

    private static Env env() {
        return Env.of(Map.of());
    }

    private int run(String... args) {
        out.getBuffer().setLength(0);
        var writer = new PrintWriter(out, true);
        return CardeaCommand.run(writer, writer, env(), args);
    }
}
