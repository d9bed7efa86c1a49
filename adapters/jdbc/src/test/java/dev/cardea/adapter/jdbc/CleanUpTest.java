package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.VerificationToken;
import dev.cardea.model.User;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** On every layout the expired rows go, and the living ones stay. */
class CleanUpTest {
    static Stream<Arguments> layouts() {
        Supplier<Database> postgres = PostgresDatabase::create;
        Supplier<Database> mariadb = MariadbDatabase::create;
        Supplier<Database> sqlite = SqliteDatabase::create;
        Supplier<Database> h2 = H2Database::inMemory;
        return Stream.of(
                Arguments.of("", postgres),
                Arguments.of("", mariadb),
                Arguments.of("", sqlite),
                Arguments.of("", h2),
                Arguments.of("drizzle-postgresql.sql", postgres),
                Arguments.of("prisma-postgresql.sql", postgres),
                Arguments.of("prisma-mapped-postgresql.sql", postgres),
                Arguments.of("prisma-snake-postgresql.sql", postgres),
                Arguments.of("kysely-postgresql.sql", postgres),
                Arguments.of("supabase-postgresql.sql", postgres),
                Arguments.of("hasura-postgresql.sql", postgres),
                Arguments.of("typeorm-postgresql.sql", postgres),
                Arguments.of("pg-postgresql.sql", postgres),
                Arguments.of("drizzle-mysql.sql", mariadb),
                Arguments.of("prisma-mysql.sql", mariadb),
                Arguments.of("prisma-mapped-mysql.sql", mariadb),
                Arguments.of("drizzle-sqlite.sql", sqlite),
                Arguments.of("prisma-sqlite.sql", sqlite),
                Arguments.of("prisma-mapped-sqlite.sql", sqlite));
    }

    @ParameterizedTest(name = "{0} {index}")
    @MethodSource("layouts")
    void expired_rows_go_and_living_ones_stay(String file, Supplier<Database> kind) {
        try (var database = kind.get()) {
            if (!file.isEmpty()) database.executeFile(file);
            var adapter = JdbcAdapter.builder(database.pool())
                    .migrateOnStart(line -> {})
                    .build();
            var now = Instant.now();
            var id = String.valueOf(
                    adapter.createUser(User.of(null, "Ada", "ada@example.com")).id());
            int expired = 0;
            for (var age : new Duration[] {Duration.ofSeconds(2), Duration.ofHours(30), Duration.ofDays(400)}) {
                var past = now.minus(age);
                var future = now.plus(age.plusMinutes(1));
                adapter.createSession(new AdapterSession("old" + age, id, past));
                adapter.createSession(new AdapterSession("new" + age, id, future));
                adapter.createVerificationToken(new VerificationToken("ada", "old" + age, past));
                adapter.createVerificationToken(new VerificationToken("ada", "new" + age, future));
                adapter.spend("old" + age, past);
                adapter.spend("new" + age, future);
                expired += 2;
            }

            // The first use of a key removes what is expired at that moment.
            assertThat(adapter.deleteExpired()).isBetween((long) expired, expired + 3L);
            assertThat(adapter.listSessionsByUserId(id))
                    .hasSize(3)
                    .allMatch(it -> it.sessionToken().startsWith("new"));
            assertThat(adapter.useVerificationToken("ada", "new" + Duration.ofDays(400)))
                    .isPresent();
            assertThat(adapter.useVerificationToken("ada", "old" + Duration.ofDays(400)))
                    .isEmpty();
            assertThat(adapter.spend("new" + Duration.ofDays(400), now)).isFalse();
            assertThat(adapter.deleteExpired()).isZero();
        }
    }
}
