package dev.cardea.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.adapter.jdbc.JdbcRateLimiter;
import dev.cardea.error.AdapterException;
import dev.cardea.json.Claims;
import dev.cardea.limit.Limit;
import dev.cardea.model.User;
import dev.cardea.server.LocalRedis;
import dev.cardea.testing.Eventually;
import dev.cardea.testing.FreePorts;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.h2.tools.Server;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("store")
class StoresTest {
    @TempDir
    Path directory;

    @Test
    void an_embedded_store_writes_when_it_commits_unless_its_url_says_otherwise() {
        assertThat(Stores.url(StoreSettings.of("jdbc:h2:./db")))
                .isEqualTo("jdbc:h2:./db;DB_CLOSE_ON_EXIT=FALSE;WRITE_DELAY=0");
        assertThat(Stores.url(StoreSettings.of("jdbc:h2:./db;write_delay=20;DB_CLOSE_ON_EXIT=TRUE")))
                .isEqualTo("jdbc:h2:./db;write_delay=20;DB_CLOSE_ON_EXIT=TRUE");
        assertThat(Stores.url(StoreSettings.of("jdbc:postgresql://db/people?a=b")))
                .isEqualTo("jdbc:postgresql://db/people?a=b&cancelSignalTimeout=1");
        assertThat(Stores.url(StoreSettings.of("jdbc:sqlite:./db"))).isEqualTo("jdbc:sqlite:./db?journal_mode=WAL");
        assertThat(Stores.url(StoreSettings.of("jdbc:sqlite:./db?cache=shared")))
                .isEqualTo("jdbc:sqlite:./db?cache=shared&journal_mode=WAL");
        assertThat(Stores.url(StoreSettings.of("jdbc:sqlite:./db?journal_mode=DELETE")))
                .isEqualTo("jdbc:sqlite:./db?journal_mode=DELETE");
    }

    @Test
    void in_sqlite_a_request_waits_for_the_lock_as_long_as_for_a_connection_but_five_seconds_at_least() {
        var store = StoreSettings.of("jdbc:sqlite:./db");
        assertThat(Stores.lockTimeout(store)).hasSeconds(5);
        assertThat(Stores.lockTimeout(new StoreSettings(store.url(), null, null, "auto", null, 60_000L)))
                .hasSeconds(60);
    }

    @Test
    void opening_a_store_reaches_nothing() {
        Stores.open(store()).close();
        assertThat(directory).isEmptyDirectory();
    }

    /** Session tokens are in the file, and in those beside it. */
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no permissions of POSIX")
    void a_file_of_SQLite_is_for_the_process_alone() throws IOException {
        var settings = StoreSettings.of("jdbc:sqlite:" + directory.resolve("s.db"));
        assertThat(settings.isReadableByOthers()).isFalse();
        try (var store = Stores.open(settings)) {
            assertThat(SchemaCheck.prepare(store, false, false, line -> {})).isEmpty();
            try (var files = Files.list(directory)) {
                var all = files.toList();
                assertThat(all)
                        .extracting(file -> file.getFileName().toString())
                        .contains("s.db", "s.db-wal", "s.db-shm");
                for (var file : all) {
                    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .as(file.toString())
                            .isEqualTo("rw-------");
                }
            }
        }
        Files.setPosixFilePermissions(directory.resolve("s.db"), PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(settings.isReadableByOthers()).isTrue();
    }

    @Test
    void tables_are_created_implicitly_only_outside_production() {
        try (var store = Stores.open(store())) {
            assertThat(SchemaCheck.prepare(store, false, true, line -> {}))
                    .hasValue(new SchemaCheck.Problem("the tables of the store are missing", true));
            var log = new CopyOnWriteArrayList<String>();
            assertThat(SchemaCheck.prepare(store, false, false, log::add)).isEmpty();
            assertThat(log.get(0)).contains("isn't production");
            assertThat(log).hasSizeGreaterThan(1);
            assertThat(SchemaCheck.prepare(store, false, true, line -> {})).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://127.0.0.1:%d/x",
                "jdbc:mariadb://127.0.0.1:%d/x",
                "postgresql://u:p@127.0.0.1:%d/x?schema=app&connect_timeout=1&pool_timeout=1",
                "mysql://u:p@127.0.0.1:%d/x?connect_timeout=1",
                "redis://127.0.0.1:%d",
                "rediss://u:p@127.0.0.1:%d/3",
                "mongodb://u:p@127.0.0.1:%d/people?replicaSet=rs"
            })
    void a_store_of_every_kind_is_opened_although_its_server_is_down(String url) throws Exception {
        int port = FreePorts.one();
        try (var open = Stores.open(new StoreSettings(url.formatted(port), null, null, "auto", 2L, 250L))) {
            var store = new Store(open.adapter(), Clock.systemUTC());
            assertThatThrownBy(() -> store.getUser("1")).isInstanceOf(AdapterException.class);
        }
    }

    @Test
    void a_command_waits_longer_for_a_connection_than_a_request() throws Exception {
        try (var silent = new ServerSocket(0);
                var open = Stores.open(new StoreSettings(
                        "jdbc:postgresql://127.0.0.1:" + silent.getLocalPort() + "/x", null, null, "auto", 1L, 250L))) {
            open.connections().orElseThrow().waitAtLeast(Duration.ofSeconds(1));
            var cleaning = open.cleaning().orElseThrow();
            long begin = System.nanoTime();
            assertThatThrownBy(cleaning::get).isInstanceOf(StoreException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        }
    }

    @Test
    @Tag("part")
    void people_are_kept_in_a_Redis() throws Exception {
        try (var redis = LocalRedis.start("--requirepass", "p");
                var open = Stores.open(new StoreSettings(redis.url(), null, "p", "auto", 2L, null))) {
            assertThat(SchemaCheck.prepare(open, false, true, line -> {})).isEmpty();
            var users = (UserAdapter) open.adapter();
            var ann = users.createUser(User.of(Claims.of("email", "ann@example.com")));
            assertThat(users.getUserByEmail("ann@example.com"))
                    .hasValueSatisfying(found -> assertThat(found.id()).isEqualTo(ann.id()));
        }
    }

    @Test
    @Tag("part")
    void processes_that_share_a_Redis_count_together_whatever_the_store() throws Exception {
        try (var redis = LocalRedis.start();
                var one = Stores.open(StoreSettings.of(redis.url()));
                var other = Stores.open(StoreSettings.of("memory").limits(redis.url()))) {
            var limit = new Limit(1, Duration.ofHours(1));
            assertThat(one.limiter().orElseThrow().take("a", limit)).isEmpty();
            assertThat(other.limiter().orElseThrow().take("a", limit)).isPresent();
        }
    }

    @Test
    void rate_limits_are_counted_in_a_store_that_several_processes_may_share() {
        for (var url : List.of("jdbc:postgresql://127.0.0.1:1/x", "jdbc:mariadb://127.0.0.1:1/x")) {
            try (var shared = Stores.open(StoreSettings.of(url));
                    var apart = Stores.open(StoreSettings.of(url).limits("memory"))) {
                assertThat(shared.limiter()).containsInstanceOf(JdbcRateLimiter.class);
                assertThat(apart.limiter()).isEmpty();
            }
        }
        for (var url :
                List.of("memory", "jdbc:h2:" + directory.resolve("db"), "jdbc:sqlite:" + directory.resolve("s"))) {
            try (var alone = Stores.open(StoreSettings.of(url))) {
                assertThat(alone.limiter()).isEmpty();
            }
        }
    }

    @Test
    void people_are_kept_in_a_MongoDB_when_its_indexes_are_made() {
        var mongo = new MongoServer(new MemoryBackend());
        mongo.bind("127.0.0.1", 0);
        var url = "mongodb://127.0.0.1:" + mongo.getLocalAddress().getPort() + "/people";
        try (var open = Stores.open(StoreSettings.of(url))) {
            assertThat(open.adapter()).isNotInstanceOf(UnitOfWork.class);
            assertThat(SchemaCheck.prepare(open, false, false, line -> {}))
                    .hasValue(new SchemaCheck.Problem("the indexes of the store are missing", true));
            assertThat(open.schema().orElseThrow().schemaDryRun())
                    .hasSize(17)
                    .contains("create the index users.cardea_email");
            var log = new CopyOnWriteArrayList<String>();
            assertThat(SchemaCheck.prepare(open, true, true, log::add)).isEmpty();
            assertThat(log).hasSize(17);
            assertThat(SchemaCheck.prepare(open, false, true, line -> {})).isEmpty();
            var users = (UserAdapter) open.adapter();
            var ann = users.createUser(User.of(Claims.of("email", "ann@example.com")));
            assertThat(users.getUserByEmail("ann@example.com")).hasValue(ann);
        } finally {
            mongo.shutdownNow();
        }
    }

    @Test
    void a_replica_set_has_units_of_work() {
        try (var open = Stores.open(StoreSettings.of("mongodb://127.0.0.1:1/people?replicaSet=rs"))) {
            assertThat(open.adapter()).isInstanceOf(UnitOfWork.class);
        }
    }

    @Test
    void a_MongoDB_that_is_not_there_is_waited_for() {
        var late = new StoreSettings("mongodb://127.0.0.1:1/people", "ann", "p", "auto", 2L, 100L);
        try (var open = Stores.open(late)) {
            var log = new CopyOnWriteArrayList<String>();
            assertThat(SchemaCheck.prepare(open, true, true, log::add)).isEmpty();
            assertThat(log.get(0)).startsWith("the store isn't responding yet").doesNotContain("ann:", "p@");
        }
    }

    @Test
    void a_store_that_is_closed_while_it_is_waited_for_ends_the_wait_in_silence() throws Exception {
        var uncaught = new CopyOnWriteArrayList<Throwable>();
        var before = Thread.getDefaultUncaughtExceptionHandler();
        var others = Thread.getAllStackTraces().keySet();
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> {
            if (thread.getName().equals("cardea-store")) uncaught.add(e);
        });
        try {
            var late = new StoreSettings("mongodb://127.0.0.1:1/people", "ann", "p", "auto", 2L, 100L);
            try (var open = Stores.open(late)) {
                assertThat(SchemaCheck.prepare(open, true, true, line -> {})).isEmpty();
            }
            for (var thread : Thread.getAllStackTraces().keySet()) {
                if (thread.getName().equals("cardea-store") && !others.contains(thread)) thread.join(30_000);
            }
            assertThat(uncaught).isEmpty();
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mongodb://",
                "mongodb://h",
                "mongodb://h/",
                "mongodb://h/?a=b",
                "mongodb:///people",
                "mongodb://h/a.b",
                "mongodb://h:x/people",
                "mongodb://h/people?w=x&journal=true&readPreference=y"
            })
    void a_MongoDB_needs_a_host_and_a_database(String url) {
        assertThat(StoreSettings.of(url).problem())
                .hasValueSatisfying(it -> assertThat(it).contains("mongodb://host:27017/people"));
    }

    @Test
    void a_store_that_answers_late_gets_its_tables_then() throws Exception {
        int port = FreePorts.one();
        var url = "jdbc:h2:tcp://127.0.0.1:" + port + "/" + directory.resolve("db");
        List<String> log = new CopyOnWriteArrayList<>();
        try (var store = Stores.open(new StoreSettings(url, null, null, "auto", null, 250L))) {
            assertThat(SchemaCheck.prepare(store, true, true, log::add)).isEmpty();
            assertThat(log).singleElement().asString().startsWith("the store isn't responding yet");
            var database = Server.createTcpServer("-tcpPort", String.valueOf(port), "-ifNotExists")
                    .start();
            try {
                Eventually.isTrue(
                        "the last migration is logged",
                        () -> log.stream().anyMatch(line -> line.contains("-limits applied,")));
                Eventually.isTrue(
                        "the tables are complete",
                        () -> store.schema().orElseThrow().schemaStatus().isCurrent());
            } finally {
                database.stop();
            }
        }
    }

    /** What opens it in another thread waits for that only as long as for a connection that others use. */
    @Test
    void the_first_use_of_a_file_opens_it_itself_however_long_that_takes() {
        Opener.FIRST.set(null);
        var url = store().url() + ";INIT=CREATE ALIAS IF NOT EXISTS OPENS FOR '" + Opener.class.getName()
                + ".here'\\;CALL OPENS()";
        try (var store = Stores.open(StoreSettings.of(url))) {
            assertThat(store.schema().orElseThrow().schemaStatus().isEmpty()).isTrue();
        }
        assertThat(Opener.FIRST).hasValue(Thread.currentThread());
    }

    /** A function of H2. */
    public static final class Opener {
        private static final AtomicReference<Thread> FIRST = new AtomicReference<>();

        private Opener() {}

        public static void here() {
            FIRST.compareAndSet(null, Thread.currentThread());
        }
    }

    private StoreSettings store() {
        return StoreSettings.of("jdbc:h2:" + directory.resolve("db"));
    }
}
