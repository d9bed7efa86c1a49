package dev.cardea.oauth;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A document that a provider publishes. It is fetched when it is first needed, and by one thread however many wait for
 * it. A copy that is no longer fresh still serves while the provider is out of order. A failure is remembered for a
 * moment, so that a provider that is down is not asked by every visitor. Safe for concurrent use; no lock is held while
 * the provider is asked.
 */
final class CachedDocument<T> {
    /** How long a failure without a usable copy is answered from memory. */
    static final Duration RETRY = Duration.ofSeconds(5);

    /** How long an old copy serves after a failure before the provider is asked again. */
    static final Duration RETRY_WITH_COPY = Duration.ofSeconds(30);

    private static final Duration USABLE = Duration.ofDays(1);

    /** One fetched copy. */
    record Copy<T>(T content, Instant fetched) {}

    private record Failure(RuntimeException cause, Instant at) {}

    private final Supplier<T> fetch;
    private final Duration fresh;
    private final Clock clock;
    private final AtomicReference<@Nullable CompletableFuture<Copy<T>>> running = new AtomicReference<>();
    private volatile @Nullable Copy<T> last;
    private volatile @Nullable Failure failure;

    /**
     * @param fetch asks the provider, and throws where there is no usable answer
     * @param fresh how long a copy is used without asking again
     */
    CachedDocument(Supplier<T> fetch, Duration fresh, Clock clock) {
        this.fetch = fetch;
        this.fresh = fresh;
        this.clock = clock;
    }

    /** The newest copy, fresh or not; {@code null} before the first. */
    @Nullable Copy<T> last() {
        return last;
    }

    /** @throws RuntimeException of the fetch, where there is no copy that is younger than a day */
    Copy<T> current() {
        var copy = last;
        var now = clock.instant();
        if (copy != null && now.isBefore(copy.fetched.plus(fresh))) return copy;
        boolean usable = copy != null && now.isBefore(copy.fetched.plus(USABLE));
        var failed = failure;
        if (failed != null && now.isBefore(failed.at.plus(usable ? RETRY_WITH_COPY : RETRY))) {
            if (copy != null && usable) return copy;
            throw new OAuthException(
                    failed.cause.getMessage() + " (asked less than " + RETRY.toSeconds() + " s ago, not asked again)",
                    failed.cause);
        }
        try {
            return fetched(copy, failed);
        } catch (RuntimeException e) {
            if (copy != null && usable) return copy;
            throw e;
        }
    }

    /**
     * A copy that is newer than this one, for a caller that misses something in it.
     *
     * @throws RuntimeException of the fetch
     */
    Copy<T> newerThan(Copy<T> seen) {
        var copy = last;
        return copy != null && copy != seen ? copy : fetched(copy, failure);
    }

    /** By one thread at a time. A caller that arrives when the fetch it would have waited for is over takes its result. */
    private Copy<T> fetched(@Nullable Copy<T> seen, @Nullable Failure seenFailure) {
        var own = new CompletableFuture<Copy<T>>();
        var other = running.compareAndExchange(null, own);
        if (other != null) return joined(other);
        try {
            var newest = last;
            var newestFailure = failure;
            if (newest != null && newest != seen) {
                own.complete(newest);
                return newest;
            }
            if (newestFailure != null && newestFailure != seenFailure) throw newestFailure.cause;
            var copy = new Copy<>(fetch.get(), clock.instant());
            last = copy;
            failure = null;
            own.complete(copy);
            return copy;
        } catch (RuntimeException e) {
            var known = failure;
            if (known == null || known.cause != e) failure = new Failure(e, clock.instant());
            own.completeExceptionally(e);
            throw e;
        } finally {
            // Whatever else ended the fetch: callers that wait for it do not wait for ever.
            own.completeExceptionally(new OAuthException("the provider was not asked to the end"));
            running.set(null);
        }
    }

    private Copy<T> joined(CompletableFuture<Copy<T>> other) {
        try {
            return other.join();
        } catch (CompletionException e) {
            throw new OAuthException(
                    String.valueOf(
                            e.getCause() == null ? e.getMessage() : e.getCause().getMessage()),
                    e);
        }
    }
}
