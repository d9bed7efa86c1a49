package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.VerificationToken;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Migrations touch no row of a database that was made for Auth.js. */
@Tag("part")
@Tag("store")
@ResourceLock(value = Resources.TIME_ZONE, mode = ResourceAccessMode.READ)
class KeptRowsTest {
    private static final Instant SOON =
            Instant.now().truncatedTo(ChronoUnit.SECONDS).plus(7, ChronoUnit.DAYS);

    static Stream<Arguments> databases() {
        Supplier<Database> postgres = PostgresDatabase::create;
        Supplier<Database> mariadb = MariadbDatabase::create;
        Supplier<Database> sqlite = SqliteDatabase::create;
        return Stream.of(
                Arguments.of("drizzle-postgresql.sql", postgres),
                Arguments.of("prisma-postgresql.sql", postgres),
                Arguments.of("prisma-snake-postgresql.sql", postgres),
                Arguments.of("pg-postgresql.sql", postgres),
                Arguments.of("kysely-postgresql.sql", postgres),
                Arguments.of("hasura-postgresql.sql", postgres),
                Arguments.of("typeorm-postgresql.sql", postgres),
                Arguments.of("prisma-mapped-postgresql.sql", postgres),
                Arguments.of("prisma-mapped-mysql.sql", mariadb),
                Arguments.of("prisma-mapped-sqlite.sql", sqlite),
                Arguments.of("drizzle-mysql.sql", mariadb),
                Arguments.of("prisma-mysql.sql", mariadb),
                Arguments.of("drizzle-sqlite.sql", sqlite),
                Arguments.of("prisma-sqlite.sql", sqlite));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    void rows_are_as_they_were(String file, Supplier<Database> kind) {
        try (var database = kind.get()) {
            database.executeFile(file);
            fill(
                    JdbcAdapter.of(database.pool()),
                    database.tables().stream()
                            .anyMatch(it -> it.toLowerCase(Locale.ROOT).startsWith("authenticator")));
            var before = rows(database);
            assertThat(before.values()).noneMatch(List::isEmpty);
            var columns = database.columns();

            JdbcMigrations.of(database.pool()).run(line -> {});
            assertThat(rows(database)).containsAllEntriesOf(before);
            assertThat(database.columns()).containsAll(columns);
            // Forgotten, and run again over its own tables.
            database.execute("drop table \"cardea_migration\"");
            JdbcMigrations.of(database.pool()).run(line -> {});
            assertThat(rows(database)).containsAllEntriesOf(before);
        }
    }

    private static void fill(JdbcAdapter adapter, boolean hasPasskeys) {
        for (int i = 0; i < 3; i++) {
            var user = adapter.createUser(
                    User.of(null, "Ada " + i, "ada" + i + "@example.com").with("emailVerified", SOON));
            var id = String.valueOf(user.id());
            adapter.linkAccount(Account.of("github", "" + i, ProviderType.OAUTH)
                    .with("userId", id)
                    .with("access_token", "at"));
            adapter.createSession(new AdapterSession("token" + i, id, SOON));
            adapter.createVerificationToken(new VerificationToken("ada", "hash" + i, SOON));
            if (!hasPasskeys) continue;
            adapter.createAuthenticator(
                    new AdapterAuthenticator("c" + i, id, "" + i, "key", i, "singleDevice", i == 1, "usb"));
        }
    }

    private static Map<String, List<String>> rows(Database database) {
        var all = new LinkedHashMap<String, List<String>>();
        for (var table : database.tables()) {
            if (table.startsWith("cardea_")) continue;
            all.put(
                    table,
                    database.rows("select * from \"" + table + "\"").stream()
                            .sorted()
                            .toList());
        }
        return all;
    }
}
