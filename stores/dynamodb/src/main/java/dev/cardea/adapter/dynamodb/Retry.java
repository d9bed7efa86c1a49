package dev.cardea.adapter.dynamodb;

import dev.cardea.adapter.StoreConflictException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/** Retries while a conditional write loses a race. */
final class Retry {
    private static final int MAX_TRIES = 200;
    private static final int MAX_PAUSE = 64;

    private final long maxNanos;

    /** @param longest after which no attempt begins */
    Retry(Duration longest) {
        maxNanos = longest.toNanos();
    }

    /** @param attempt empty where it is to be made again, on what is there then */
    <T> T until(Supplier<Optional<T>> attempt) {
        long end = System.nanoTime() + maxNanos;
        for (int i = 0; i < MAX_TRIES && (i == 0 || System.nanoTime() < end); i++) {
            var result = attempt.get();
            if (result.isPresent()) return result.get();
            pause(Math.min(MAX_PAUSE, 2 << Math.min(i, 10)));
        }
        throw new StoreConflictException("too many requests change the same row at the same time", null);
    }

    private static void pause(int longest) {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextInt(longest));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
