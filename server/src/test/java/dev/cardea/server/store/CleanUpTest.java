package dev.cardea.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.StoreUnavailableException;
import dev.cardea.adapter.UsedTokens;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.adapter.VerificationToken;
import dev.cardea.adapter.VerificationTokenAdapter;
import dev.cardea.adapter.jdbc.RemovedRows;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.server.log.LoggedLines;
import dev.cardea.testing.FakeClock;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

@ResourceLock(LoggedLines.SERVER)
class CleanUpTest {
    private static final Duration DAY = Duration.ofDays(1);
    private static final Logger LOG = Logger.getLogger(LoggedLines.SERVER);

    private final FakeClock clock = FakeClock.at(Instant.now().truncatedTo(ChronoUnit.DAYS));
    private final InMemoryAdapter claims = new InMemoryAdapter();
    private final AtomicInteger runs = new AtomicInteger();

    @TempDir
    Path directory;

    @BeforeEach
    void quiet() {
        LOG.setLevel(Level.OFF);
    }

    @AfterEach
    void loud() {
        LOG.setLevel(null);
    }

    @Test
    void expired_rows_go_and_live_ones_stay() throws Exception {
        var url = "jdbc:sqlite:" + directory.resolve("people.db");
        var settings = new StoreSettings(url, null, null, "auto", 2L, 60_000L);
        try (var store = Stores.open(settings)) {
            assertThat(SchemaCheck.prepare(store, true, true, line -> {})).isEmpty();
            var user = ((UserAdapter) store.adapter()).createUser(User.of(Claims.of("email", "ann@example.com")));
            var sessions = (SessionAdapter) store.adapter();
            var id = Objects.requireNonNull(user.id());
            var past = Instant.now().minus(DAY);
            sessions.createSession(new AdapterSession("old", id, past));
            sessions.createSession(new AdapterSession("new", id, Instant.now().plus(DAY)));
            var links = (VerificationTokenAdapter) store.adapter();
            links.createVerificationToken(new VerificationToken("ann@example.com", "old", past));

            try (var cleanUp =
                    new CleanUp(store.cleaning().orElseThrow(), (UsedTokens) store.adapter(), DAY, Clock.systemUTC())) {
                cleanUp.look();
            }
            assertThat(sessions.getSessionAndUser("old")).isEmpty();
            assertThat(sessions.getSessionAndUser("new")).isPresent();
            assertThat(links.useVerificationToken("ann@example.com", "old")).isEmpty();
        }
    }

    @Test
    void a_store_that_removes_expired_rows_by_itself_is_left_alone() {
        try (var memory = Stores.open(StoreSettings.of("memory"))) {
            assertThat(CleanUp.start(memory, DAY)).isEmpty();
        }
    }

    @Test
    void one_of_several_processes_cleans_in_each_period() {
        try (var one = cleanUp();
                var other = cleanUp()) {
            for (int day = 1; day <= 3; day++) {
                one.look();
                other.look();
                one.look();
                clock.advance(Duration.ofHours(12));
                other.look();
                assertThat(runs).hasValue(day);
                clock.advance(Duration.ofHours(12));
            }
        }
    }

    @Test
    void a_clean_up_that_fails_is_tried_again_by_the_same_process() {
        var isAway = new boolean[] {true};
        try (var failing = new CleanUp(
                        () -> {
                            if (isAway[0]) throw new StoreUnavailableException("away", null);
                            return run();
                        },
                        claims,
                        DAY,
                        clock);
                var other = cleanUp()) {
            failing.look();
            other.look();
            assertThat(runs).hasValue(0);

            isAway[0] = false;
            failing.look();
            failing.look();
            assertThat(runs).hasValue(1);
        }
    }

    @Test
    void a_store_that_is_away_ends_neither_the_timer_nor_the_process() throws Exception {
        var looks = new CountDownLatch(3);
        var store = new OpenStore(
                claims,
                Optional.of(() -> {
                    looks.countDown();
                    throw new StoreUnavailableException("away", null);
                }),
                false,
                () -> {});
        try (var cleanUp = CleanUp.start(store, Duration.ofMillis(20)).orElseThrow()) {
            assertThat(looks.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    private CleanUp cleanUp() {
        return new CleanUp(this::run, claims, DAY, clock);
    }

    private RemovedRows run() {
        return new RemovedRows(runs.incrementAndGet(), 0, 0, 0);
    }
}
