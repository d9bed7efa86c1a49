package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.SessionChange;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.VerificationToken;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every statement finds its rows by an index, however many there are: the databases are asked how they would go about it. */
@Tag("store")
class PlanTest {
    private static final Instant SOON =
            Instant.now().truncatedTo(ChronoUnit.SECONDS).plus(7, ChronoUnit.DAYS);

    /** A plan without values is for plain statements; a table of few rows would be read as a whole with right. */
    private static final String POSTGRES = "&preferQueryMode=simple&options=-c%20enable_seqscan=off";

    /** Also an index that is read from end to end. */
    private static final Pattern READS_ALL = Pattern.compile("[|](ALL|index)[|]");

    /** Tables that Auth.js made gain what they lack. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "drizzle-postgresql.sql",
                "prisma-postgresql.sql",
                "prisma-snake-postgresql.sql",
                "pg-postgresql.sql"
            })
    void PostgreSQL_reads_no_table_as_a_whole(String file) throws SQLException {
        try (var database = PostgresDatabase.create()) {
            if (!file.isEmpty()) database.executeFile(file);
            assertThat(plans(database, POSTGRES, sql -> "explain (generic_plan) " + numbered(sql)))
                    .hasSizeGreaterThan(20)
                    .noneMatch(plan -> plan.contains("Seq Scan"));
        }
    }

    @Test
    void without_an_index_it_would_and_that_is_seen() throws SQLException {
        try (var database = PostgresDatabase.create()) {
            JdbcMigrations.of(database.pool()).run(line -> {});
            database.execute("drop index \"session_userId_idx\"");
            assertThat(plans(database, POSTGRES, sql -> "explain (generic_plan) " + numbered(sql)))
                    .anyMatch(plan -> plan.contains("Seq Scan"));
        }
    }

    @Test
    @Tag("part")
    void MariaDB_reads_no_table_as_a_whole() throws SQLException {
        for (var collation : List.of("utf8mb4_nopad_bin", "utf8mb4_general_ci")) {
            try (var database = MariadbDatabase.create("collate " + collation)) {
                if (collation.endsWith("ci")) database.executeFile("drizzle-mysql.sql");
                assertThat(plans(database, "", sql -> "explain " + sql))
                        .hasSizeGreaterThan(20)
                        .noneMatch(PlanTest::readsAllInMariadb);
            }
        }
    }

    @Test
    @Tag("part")
    void without_its_migration_MariaDB_would_read_tables_of_Drizzle_as_a_whole_and_that_is_seen() throws SQLException {
        try (var database = MariadbDatabase.create()) {
            database.executeFile("drizzle-mysql.sql");
            assertThat(plans(
                            database, "", sql -> "explain " + sql, "drop index \"session_expires_idx\" on \"session\""))
                    .anyMatch(PlanTest::readsAllInMariadb);
        }
    }

    @Test
    void SQLite_reads_no_table_as_a_whole() throws SQLException {
        try (var database = SqliteDatabase.create()) {
            assertThat(plans(database, "", sql -> "explain query plan " + sql))
                    .hasSizeGreaterThan(20)
                    .noneMatch(plan -> Pattern.compile("SCAN (?!.*USING COVERING INDEX)")
                            .matcher(plan)
                            .find());
        }
    }

    /** A search for what is expired may find most of a small table; it must be able to use its index. */
    private static boolean readsAllInMariadb(String plan) {
        boolean isSweep = plan.contains("`expires` < ?");
        return READS_ALL.matcher(plan).find() && !(isSweep && plan.contains("_expires_idx"));
    }

    private interface Explainer {
        String explain(String sql);
    }

    /** Of all that was said, with the statement in front of each. */
    private static List<String> plans(Database database, String settings, Explainer explained, String... changes)
            throws SQLException {
        var said = said(database);
        database.execute(changes);
        var plans = new ArrayList<String>();
        try (var connection = DriverManager.getConnection(database.url() + settings)) {
            for (var sql : said) if (isSearch(sql)) plans.add(sql + "\n" + plan(connection, explained.explain(sql)));
        }
        return plans;
    }

    private static Set<String> said(Database database) {
        var said = new LinkedHashSet<String>();
        JdbcMigrations.of(database.pool()).run(line -> {});
        use(JdbcAdapter.of(new TranslatingDatabase(database.pool(), sql -> {
                    said.add(sql);
                    return sql;
                })
                .dataSource()));
        return said;
    }

    private static void use(JdbcAdapter adapter) {
        var id = String.valueOf(
                adapter.createUser(User.of(null, "Ada", "ada@example.com")).id());
        adapter.updateUser(UserChange.of(id).name("Bob"));
        adapter.getUserByEmail("ada@example.com");
        var account =
                Account.of("github", "1", ProviderType.OAUTH).with("userId", id).with("scope", "a");
        adapter.linkAccount(account);
        adapter.updateAccount(account);
        adapter.getAccount("1", "github");
        adapter.getUserByAccount("github", "1");
        adapter.listAccountsByUserId(id);
        adapter.createSession(new AdapterSession("t", id, SOON));
        adapter.getSessionAndUser("t");
        adapter.updateSession(SessionChange.of("t").expires(SOON));
        adapter.listSessionsByUserId(id);
        adapter.deleteSessionsByUserId(id, "other");
        adapter.deleteSession("t");
        adapter.createVerificationToken(new VerificationToken("ada", "hash", SOON));
        adapter.useVerificationToken("ada", "hash");
        adapter.useVerificationToken(null, "hash");
        adapter.createAuthenticator(new AdapterAuthenticator("c", id, "1", "key", 1, "singleDevice", true, null));
        adapter.updateAuthenticatorCounter("c", 2);
        adapter.listAuthenticatorsByUserId(id);
        adapter.markUsed("k", SOON);
        adapter.createRecord(new ModuleRecord("sample", "1", id, "{}", 1, SOON));
        adapter.createRecord(new ModuleRecord("sample", "1", id, "{}", 1, SOON));
        adapter.replaceRecord(new ModuleRecord("sample", "1", id, "{}", 1, SOON));
        adapter.getRecord("sample", "1");
        adapter.listRecordsByUserId(id, "sample");
        adapter.takeRecord("sample", "1");
        adapter.deleteRecordsByUserId(id, "sample");
        adapter.deleteExpired();
        adapter.deleteUser(id);
    }

    /** What is asked of the catalogue, and what searches for nothing, has no plan worth a look. */
    private static boolean isSearch(String sql) {
        return sql.contains(" where ")
                && !sql.contains("1 = 0")
                && !sql.contains("information_schema")
                && !sql.contains("pg_attribute")
                && !sql.contains("sqlite_master")
                && !sql.contains("pragma_");
    }

    private static String plan(Connection connection, String sql) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            long marks = sql.chars().filter(c -> c == '?').count();
            for (int i = 1; i <= marks; i++)
                statement.setString(i, sql.contains("`expires` < ?") ? "2000-01-01 00:00:00" : "1");
            try (var rows = statement.executeQuery()) {
                var text = new StringBuilder();
                while (rows.next()) {
                    for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++)
                        text.append(rows.getString(i)).append('|');
                    text.append('\n');
                }
                return text.toString();
            }
        }
    }

    private static String numbered(String sql) {
        var count = new int[1];
        return Pattern.compile("[?]").matcher(sql).replaceAll(mark -> Matcher.quoteReplacement("$" + ++count[0]));
    }
}
