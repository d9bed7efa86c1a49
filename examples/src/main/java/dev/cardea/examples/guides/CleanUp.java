package dev.cardea.examples.guides;

// sample
import dev.cardea.adapter.jdbc.JdbcAdapter;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Removes expired rows once a day, until the task is cancelled or the executor is shut down. */
public final class CleanUp {
    private CleanUp() {}

    public static ScheduledFuture<?> daily(JdbcAdapter store, ScheduledExecutorService scheduler) {
        return scheduler.scheduleWithFixedDelay(() -> remove(store), 1, 24 * 60, TimeUnit.MINUTES);
    }

    private static void remove(JdbcAdapter store) {
        try {
            store.deleteExpired();
        } catch (RuntimeException e) {
            System.getLogger("clean-up").log(System.Logger.Level.WARNING, "Expired rows weren't removed.", e);
        }
    }
}
// end
