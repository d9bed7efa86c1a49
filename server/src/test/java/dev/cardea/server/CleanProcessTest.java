package dev.cardea.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.testing.Eventually;
import dev.cardea.testing.Rounds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Three processes remove expired rows at the same time, 100,000 in a full build, while users are signed in. */
@Tag("process")
@Tag("store")
class CleanProcessTest {
    private static final int ROWS = Rounds.of(100_000);
    private static final int PROCESSES = 3;
    private static final Pattern REMOVED =
            Pattern.compile("(\\d+) expired rows removed: \\1 sessions, 0 links, 0 used keys");
    private static final Pattern COUNTED =
            Pattern.compile("(?m)^cardea_cleanup_rows_total\\{kind=\"session\"} (\\S+)$");

    @TempDir
    Path folder;

    @Test
    void each_expired_row_is_removed_once() throws Exception {
        cleanedBySeveral(SharedDatabaseKind.H2);
    }

    @Tag("nightly")
    @Tag("part")
    @ParameterizedTest
    @EnumSource
    void each_expired_row_is_removed_once_and_no_writer_waits_long(SharedDatabaseKind kind) throws Exception {
        assertThat(cleanedBySeveral(kind)).isLessThan(Duration.ofSeconds(2));
    }

    /** Returns the longest time that the write of a session took meanwhile. */
    private Duration cleanedBySeveral(SharedDatabaseKind kind) throws Exception {
        try (var database = kind.start(folder);
                var connection = database.connect()) {
            var token = database.sessions(1).get(0);
            expire(database, connection, token);
            var config = Files.writeString(folder.resolve("cardea.yml"), """
                    secret: 5f0c2e9b71d84a36b8e1f7c09d2a4e63
                    session: { strategy: database }
                    store: { url: "%s" }
                    """.formatted(database.url()));
            var processes = new ArrayList<Process>();
            for (int i = 0; i < PROCESSES; i++) processes.add(clean(config));
            var longest = Duration.ZERO;
            while (processes.stream().anyMatch(Process::isAlive)) {
                long begin = System.nanoTime();
                assertThat(touch(database, connection, token)).isEqualTo(1);
                var took = Duration.ofNanos(System.nanoTime() - begin);
                if (took.compareTo(longest) > 0) longest = took;
                Thread.sleep(20);
            }
            long removed = 0;
            for (var process : processes) removed += removed(process);
            assertThat(removed).isEqualTo(ROWS);
            assertThat(rows(connection)).isEqualTo(1);
            return longest;
        }
    }

    @Test
    void the_meters_of_two_servers_count_each_row_once() throws Exception {
        try (var database = SharedDatabase.start(folder);
                var connection = database.connect()) {
            expire(database, connection, database.sessions(1).get(0));
            try (var one = serve(database, "one");
                    var other = serve(database, "other")) {
                Eventually.passes(
                        () -> assertThat(counted(one) + counted(other)).isEqualTo(ROWS));
                assertThat(rows(connection)).isEqualTo(1);
            }
        }
    }

    private ServedProcess serve(SharedDatabase database, String name) throws IOException {
        var own = Files.createDirectory(folder.resolve(name));
        return ServedProcess.start(own, """
                env: development
                secret: 5f0c2e9b71d84a36b8e1f7c09d2a4e63
                port: 0
                management: { port: 0 }
                session: { strategy: database }
                store: { url: "%s" }
                cleanup: { every: 10 }
                """.formatted(database.url()));
    }

    /** The expired sessions that this server says it removed; 0 until its first clean-up. */
    private static long counted(ServedProcess served) throws Exception {
        var scrape = served.get(served.management() + "/metrics").body();
        var line = COUNTED.matcher(scrape);
        return line.find() ? (long) Double.parseDouble(line.group(1)) : 0;
    }

    private static void expire(SharedDatabase database, Connection connection, String token) throws Exception {
        var past = Timestamp.valueOf(LocalDateTime.now(ZoneOffset.UTC).minusDays(2));
        try (var insert =
                connection.prepareStatement("insert into \"session\" (\"sessionToken\", \"userId\", \"expires\")"
                        + " select concat('old-', x), (select \"userId\" from \"session\" where \"sessionToken\" = ?), "
                        + database.later("?", "x") + " from " + database.numbers(ROWS))) {
            insert.setString(1, token);
            insert.setTimestamp(2, past);
            assertThat(insert.executeUpdate()).isEqualTo(ROWS);
        }
    }

    /** What a renewal writes. */
    private static int touch(SharedDatabase database, Connection connection, String token) throws Exception {
        try (var update = connection.prepareStatement("update \"session\" set \"expires\" = "
                + database.later("\"expires\"", "1000") + " where \"sessionToken\" = ?")) {
            update.setString(1, token);
            return update.executeUpdate();
        }
    }

    private static int rows(Connection connection) throws Exception {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("select count(*) from \"session\"")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private static Process clean(Path config) throws IOException {
        return ServedProcess.command("clean", List.of("--config", config.toString()))
                .redirectErrorStream(true)
                .start();
    }

    private static long removed(Process process) throws Exception {
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        var line = REMOVED.matcher(text);
        assertThat(line.find()).as(text).isTrue();
        return Long.parseLong(line.group(1));
    }
}
