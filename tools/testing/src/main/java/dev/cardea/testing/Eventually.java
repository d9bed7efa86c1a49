package dev.cardea.testing;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.opentest4j.AssertionFailedError;

/**
 * Waits in a test for what another thread or process does, and fails only if it has not happened after a minute. A
 * minute is far more than a busy machine takes, so a test that waits here is never red because a machine is slow.
 *
 * <pre>{@code
 * Eventually.isTrue("the server listens", () -> Files.exists(portFile));
 * Eventually.passes(() -> assertThat(inbox.count()).isEqualTo(2));
 * }</pre>
 *
 * <p>The condition is evaluated by the calling thread, first immediately and then with growing pauses of at most a tenth
 * of a second. Users of this class need {@code opentest4j} on the class path, which JUnit brings.
 */
public final class Eventually {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final long FIRST_PAUSE_MILLIS = 5;
    private static final long LONGEST_PAUSE_MILLIS = 100;

    private Eventually() {}

    /** Code of a test that fails by an {@link AssertionError}. */
    @FunctionalInterface
    public interface Assertion {
        /** Returns normally if the expectation is met. */
        void check() throws Exception;
    }

    /**
     * Waits until the condition is true.
     *
     * @param what what is awaited, for the message of a failure
     * @throws AssertionFailedError after a minute; its cause is what the condition threw in the last attempt, if anything
     */
    public static void isTrue(String what, Callable<Boolean> condition) {
        present(what, () -> condition.call() ? Optional.of(true) : Optional.empty());
    }

    /**
     * Waits until the assertions hold.
     *
     * @throws AssertionFailedError after a minute; its cause is the failure of the last attempt
     */
    public static void passes(Assertion assertion) {
        present("the assertion", () -> {
            assertion.check();
            return Optional.of(true);
        });
    }

    /**
     * Waits until there is a value, and returns it. A call that throws is treated as one without a value.
     *
     * @param what what is awaited, for the message of a failure
     * @throws AssertionFailedError after a minute; its cause is what the last attempt threw, if anything
     */
    public static <T> T present(String what, Callable<Optional<T>> value) {
        return present(what, value, PATIENCE);
    }

    static <T> T present(String what, Callable<Optional<T>> value, Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        var lastFailure = new AtomicReference<Throwable>();
        for (long pause = FIRST_PAUSE_MILLIS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS)) {
            Optional<T> found = attempt(value, lastFailure);
            if (found.isPresent()) return found.get();
            if (System.nanoTime() - end > 0) {
                throw new AssertionFailedError(what + ": not within " + patience, lastFailure.get());
            }
            sleep(pause);
        }
    }

    private static <T> Optional<T> attempt(Callable<Optional<T>> value, AtomicReference<Throwable> lastFailure) {
        try {
            lastFailure.set(null);
            return value.call();
        } catch (Exception | AssertionError e) {
            lastFailure.set(e);
            return Optional.empty();
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionFailedError("interrupted while waiting", e);
        }
    }
}
