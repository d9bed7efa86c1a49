package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that ends in the middle of a sign-in leaves all of it or nothing, on each database. */
@Tag("process")
abstract class KilledTest {
    private static final String ADDRESS = "ada@example.com";

    /** Always the same one. */
    abstract Database open();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void nothing_is_left_of_a_unit_that_was_cut(int step) throws Exception {
        assertThat(signInAndHaltAfter(step)).isEqualTo(9);

        try (var database = open()) {
            var adapter = JdbcAdapter.of(database.pool());
            assertThat(adapter.getUserByEmail(ADDRESS)).isEmpty();
            assertThat(adapter.getUserByAccount("github", "1")).isEmpty();
            assertThat(adapter.getSessionAndUser("t")).isEmpty();
            signIn(adapter, 0);
            assertThat(adapter.getSessionAndUser("t")).isPresent();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = 4)
    void all_is_there_of_a_unit_that_was_done(int step) throws Exception {
        assertThat(signInAndHaltAfter(step)).isEqualTo(9);

        try (var database = open()) {
            var adapter = JdbcAdapter.of(database.pool());
            assertThat(adapter.getUserByEmail(ADDRESS)).isPresent();
            assertThat(adapter.getUserByAccount("github", "1")).isPresent();
            assertThat(adapter.getSessionAndUser("t")).isPresent();
        }
    }

    private int signInAndHaltAfter(int step) throws Exception {
        String url;
        try (var database = open()) {
            JdbcMigrations.of(database.pool()).run(line -> {});
            url = database.url();
        }
        var process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledTest.class.getName(),
                        String.valueOf(step),
                        url))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    /** The process that does not live to see the end. */
    public static void main(String[] arguments) {
        int step = Integer.parseInt(arguments[0]);
        var config = new HikariConfig();
        config.setJdbcUrl(arguments[1]);
        signIn(JdbcAdapter.of(new HikariDataSource(config)), step);
        Runtime.getRuntime().halt(9);
    }

    private static void signIn(JdbcAdapter adapter, int haltAfter) {
        adapter.inUnit(unit -> {
            var bound = (JdbcAdapter) unit;
            var user = bound.createUser(User.of(null, "Ada", ADDRESS));
            if (haltAfter == 1) Runtime.getRuntime().halt(9);
            bound.linkAccount(Account.of("github", "1", ProviderType.OAUTH).with("userId", user.id()));
            if (haltAfter == 2) Runtime.getRuntime().halt(9);
            bound.createSession(
                    new AdapterSession("t", String.valueOf(user.id()), Instant.parse("2099-01-01T00:00:00Z")));
            if (haltAfter == 3) Runtime.getRuntime().halt(9);
            return true;
        });
    }
}
