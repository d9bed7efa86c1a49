package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that ends in the middle of a sign-in leaves all of it or nothing. */
class KilledTest {
    private static final String ADDRESS = "ada@example.com";

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void nothing_is_left_of_a_unit_that_was_cut(int step, @TempDir Path folder) throws Exception {
        assertThat(signInAndHaltAfter(step, folder)).isEqualTo(9);

        try (var database = H2.onDisk(folder)) {
            var adapter = JdbcAdapter.of(database);
            assertThat(adapter.getUserByEmail(ADDRESS)).isEmpty();
            assertThat(adapter.getUserByAccount("github", "1")).isEmpty();
            assertThat(adapter.getSessionAndUser("t")).isEmpty();
            signIn(adapter, 0);
            assertThat(adapter.getSessionAndUser("t")).isPresent();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = 4)
    void all_is_there_of_a_unit_that_was_done(int step, @TempDir Path folder) throws Exception {
        assertThat(signInAndHaltAfter(step, folder)).isEqualTo(9);

        try (var database = H2.onDisk(folder)) {
            var adapter = JdbcAdapter.of(database);
            assertThat(adapter.getUserByEmail(ADDRESS)).isPresent();
            assertThat(adapter.getUserByAccount("github", "1")).isPresent();
            assertThat(adapter.getSessionAndUser("t")).isPresent();
        }
    }

    private static int signInAndHaltAfter(int step, Path folder) throws Exception {
        try (var database = H2.onDisk(folder)) {
            JdbcMigrations.of(database).run(line -> {});
        }
        var process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledTest.class.getName(),
                        String.valueOf(step),
                        folder.toString()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    /** The process that does not live to see the end. */
    public static void main(String[] arguments) {
        int step = Integer.parseInt(arguments[0]);
        signIn(JdbcAdapter.of(H2.onDisk(Path.of(arguments[1]))), step);
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
