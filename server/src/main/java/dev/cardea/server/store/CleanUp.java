package dev.cardea.server.store;

import dev.cardea.adapter.UsedTokens;
import dev.cardea.adapter.jdbc.RemovedRows;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Removes expired rows once in each period, from a background thread. Of several processes with one store, one does it:
 * the first that claims the period. A failure is logged and retried at the next check, and never ends the process.
 */
public final class CleanUp implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.cardea.server");
    private static final Duration MAX_PAUSE = Duration.ofMinutes(10);

    private final Supplier<RemovedRows> cleaning;
    private final @Nullable UsedTokens claims;
    private final Duration every;
    private final Clock clock;
    private final ScheduledExecutorService timer;
    private long claimed = Long.MIN_VALUE;
    private long finished = Long.MIN_VALUE;

    CleanUp(Supplier<RemovedRows> cleaning, @Nullable UsedTokens claims, Duration every, Clock clock) {
        this.cleaning = cleaning;
        this.claims = claims;
        this.every = every;
        this.clock = clock;
        timer = Executors.newSingleThreadScheduledExecutor(task -> {
            var thread = new Thread(task, "cardea-clean-up");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Starts the clean-up; empty where the store removes expired rows by itself. */
    public static Optional<CleanUp> start(OpenStore store, Duration every) {
        return start(store, every, removed -> {});
    }

    /** @param removed receives what each clean-up removed */
    public static Optional<CleanUp> start(OpenStore store, Duration every, Consumer<RemovedRows> removed) {
        return store.cleaning().map(cleaning -> {
            var claims = store.adapter() instanceof UsedTokens it ? it : null;
            Supplier<RemovedRows> counted = () -> {
                var rows = cleaning.get();
                removed.accept(rows);
                return rows;
            };
            var cleanUp = new CleanUp(counted, claims, every, Clock.systemUTC());
            cleanUp.begin();
            return cleanUp;
        });
    }

    /** Starts at a random moment, so that processes that start together do not check at once. */
    private void begin() {
        long pause = Math.min(every.toMillis(), MAX_PAUSE.toMillis());
        long first = ThreadLocalRandom.current().nextLong(pause);
        var ignored = timer.scheduleWithFixedDelay(this::look, first, pause, TimeUnit.MILLISECONDS);
    }

    /** Cleans unless it was done in this period, here or by another process. */
    void look() {
        long period = Math.floorDiv(clock.millis(), every.toMillis());
        if (finished == period) return;
        try {
            if (claim(period))
                LOG.log(
                        System.Logger.Level.INFO,
                        "{0} expired rows removed",
                        cleaning.get().total());
            finished = period;
        } catch (RuntimeException e) {
            if (timer.isShutdown()) return;
            LOG.log(System.Logger.Level.WARNING, "expired rows weren't removed this time; Cardea tries again later", e);
        }
    }

    private boolean claim(long period) {
        if (claims == null || claimed == period) return true;
        var end = clock.instant().plus(every.multipliedBy(2));
        if (!claims.markUsed("cardea clean-up " + every.toSeconds() + " " + period, end)) return false;
        claimed = period;
        return true;
    }

    /** Stops without waiting for a clean-up that is running. */
    @Override
    public void close() {
        timer.shutdownNow();
    }
}
