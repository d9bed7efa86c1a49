package dev.cardea.examples.guides;

// sample
import dev.cardea.adapter.jdbc.JdbcAdapter;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Removes expired rows once a day, until the executor is shut down. */
public final class CleanUp {
    private CleanUp() {}

    public static ScheduledExecutorService daily(JdbcAdapter store) {
        var scheduler = Executors.newSingleThreadScheduledExecutor();
        scheduler.scheduleWithFixedDelay(() -> remove(store), 1, 24 * 60, TimeUnit.MINUTES);
        return scheduler;
    }

    private static void remove(JdbcAdapter store) {
        try {
            store.deleteExpired();
        } catch (RuntimeException e) {
            System.getLogger("clean-up").log(System.Logger.Level.WARNING, "Expired rows were not removed.", e);
        }
    }
}
// end
