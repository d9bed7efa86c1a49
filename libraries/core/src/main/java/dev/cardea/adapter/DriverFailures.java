package dev.cardea.adapter;

import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Recognizes among the exceptions of a database driver those that mean the store is away. For authors of adapters.
 * Immutable.
 *
 * <pre>{@code
 * var failures = new DriverFailures<>("Redis", JedisException.class, e -> e instanceof JedisConnectionException);
 * failures.translate(() -> redis.get(key));
 * }</pre>
 *
 * @param store the name of the store, for messages
 * @param type the type of all exceptions of the driver
 * @param isUnavailable whether the store cannot be reached, or cannot do its part now
 */
public record DriverFailures<E extends RuntimeException>(
        String store, Class<E> type, Predicate<? super E> isUnavailable) {
    /**
     * Runs a call of the driver.
     *
     * @throws StoreUnavailableException if the store is unavailable; other exceptions are not changed
     */
    public <T> T translate(Supplier<T> call) {
        try {
            return call.get();
        } catch (RuntimeException e) {
            throw type.isInstance(e) ? translation(type.cast(e)) : e;
        }
    }

    /** Returns a {@link StoreUnavailableException} with this cause, or the same exception if it has another reason. */
    public RuntimeException translation(E failure) {
        return isUnavailable.test(failure)
                ? new StoreUnavailableException(store + " cannot be reached", failure)
                : failure;
    }
}
