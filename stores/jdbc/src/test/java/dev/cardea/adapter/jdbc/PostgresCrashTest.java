package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.cardea.adapter.StoreUnavailableException;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import dev.cardea.testing.Eventually;
import dev.cardea.testing.FreePorts;
import dev.cardea.testing.Require;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server ends in the middle of a sign-in, as by a power cut. */
@Tag("nightly")
@Tag("rotation-7")
@Tag("store")
class PostgresCrashTest {
    @TempDir
    private static Path folder;

    @Test
    void after_a_crash_committed_work_is_there_unfinished_work_is_not_and_the_adapter_goes_on() throws Exception {
        var holder = new EmbeddedPostgres[1];
        Require.part("embedded PostgreSQL", () -> {
            holder[0] = start(FreePorts.one());
            return true;
        });
        int port = holder[0].getPort();
        try (var pool = pool(port)) {
            var adapter = JdbcAdapter.builder(pool).migrateOnStart(line -> {}).build();
            var done = adapter.createUser(User.of(null, "Ada", "ada@example.com"));

            assertThatThrownBy(() -> adapter.inUnit(unit -> {
                        var bound = (JdbcAdapter) unit;
                        var user = bound.createUser(User.of(null, "Bob", "bob@example.com"));
                        kill();
                        return bound.linkAccount(
                                Account.of("github", "1", ProviderType.OAUTH).with("userId", user.id()));
                    }))
                    .isInstanceOf(StoreUnavailableException.class);
            assertThatThrownBy(() -> adapter.getUserByEmail("ada@example.com"))
                    .isInstanceOf(StoreUnavailableException.class);
            holder[0].close();

            try (var again = start(port)) {
                assertThat(again.getPort()).isEqualTo(port);
                // A pool that was refused waits longer from time to time before it asks again.
                pool.setConnectionTimeout(30_000);
                // It accepts connections before it has read its log again, and rejects them meanwhile (57P03).
                Eventually.passes(() ->
                        assertThat(adapter.getUserByEmail("ada@example.com")).hasValue(done));
                assertThat(adapter.getUserByEmail("bob@example.com")).isEmpty();
                assertThat(adapter.getUserByAccount("github", "1")).isEmpty();
            }
        }
    }

    private static EmbeddedPostgres start(int port) throws IOException {
        return PostgresDatabase.onPort(port)
                .setDataDirectory(folder.resolve("data"))
                .setCleanDataDirectory(false)
                .setServerConfig("synchronous_commit", "on")
                .start();
    }

    private static HikariDataSource pool(int port) {
        var config = new HikariConfig();
        config.setJdbcUrl("jdbc:postgresql://localhost:" + port + "/postgres?user=postgres");
        config.setMaximumPoolSize(2);
        config.setConnectionTimeout(2_000);
        return new HikariDataSource(config);
    }

    private static void kill() {
        try {
            var pidFile = folder.resolve("data").resolve("postmaster.pid");
            long pid = Long.parseLong(Files.readAllLines(pidFile).get(0));
            var process = ProcessHandle.of(pid).orElseThrow();
            process.destroyForcibly();
            process.onExit().get(10, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
