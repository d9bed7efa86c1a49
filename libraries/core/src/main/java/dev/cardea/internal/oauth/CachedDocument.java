package dev.cardea.internal.oauth;

import dev.cardea.provider.OAuthException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Caches a document that a provider publishes. It is fetched on first use, by one thread however many wait. A stale
 * copy still serves while the provider is down. A failure is remembered briefly, so that not every visitor causes a
 * call to a provider that is down. Safe for concurrent use; no lock is held during a fetch.
 */
final class CachedDocument<T> {
    /** How long a failure is answered from memory if there is no usable copy. */
    static final Duration RETRY = Duration.ofSeconds(5);

    /** How long a stale copy serves after a failure before the next fetch. */
    static final Duration RETRY_WITH_COPY = Duration.ofSeconds(30);

    private static final Duration USABLE = Duration.ofDays(1);

    /** One fetched copy of the document. */
    record CachedCopy<T>(T content, Instant fetched) {}

    private record Failure(RuntimeException cause, Instant at) {}

    private final Supplier<T> fetch;
    private final Duration fresh;
    private final Clock clock;
    private final AtomicReference<@Nullable CompletableFuture<CachedCopy<T>>> running = new AtomicReference<>();
    private volatile @Nullable CachedCopy<T> last;
    private volatile @Nullable Failure failure;

    /**
     * @param fetch calls the provider, and throws if there is no usable response
     * @param fresh how long a copy is used before it is fetched again
     */
    CachedDocument(Supplier<T> fetch, Duration fresh, Clock clock) {
        this.fetch = fetch;
        this.fresh = fresh;
        this.clock = clock;
    }

    /** The newest copy, fresh or not; {@code null} before the first. */
    @Nullable CachedCopy<T> last() {
        return last;
    }

    /** @throws RuntimeException of the fetch, if no copy is younger than a day */
    CachedCopy<T> current() {
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
     * Returns a copy newer than the given one, for a caller that did not find an entry in it.
     *
     * @throws RuntimeException of the fetch
     */
    CachedCopy<T> newerThan(CachedCopy<T> seen) {
        var copy = last;
        return copy != null && copy != seen ? copy : fetched(copy, failure);
    }

    /**
     * Fetches with one thread at a time. A caller that arrives after the fetch that it would have awaited takes its
     * result.
     */
    private CachedCopy<T> fetched(@Nullable CachedCopy<T> seen, @Nullable Failure seenFailure) {
        var own = new CompletableFuture<CachedCopy<T>>();
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
            var copy = new CachedCopy<>(fetch.get(), clock.instant());
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
            // Completes the future whatever ended the fetch, so that no caller waits forever.
            own.completeExceptionally(new OAuthException("the call to the provider was interrupted"));
            running.set(null);
        }
    }

    private CachedCopy<T> joined(CompletableFuture<CachedCopy<T>> other) {
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
