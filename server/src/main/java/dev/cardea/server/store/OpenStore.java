package dev.cardea.server.store;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.Schema;
import dev.cardea.adapter.jdbc.RemovedRows;
import dev.cardea.limit.RateLimiter;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A store that is ready to be asked; whether it answers is seen when it is. */
public final class OpenStore implements AutoCloseable {
    private final Adapter adapter;
    private final Optional<Supplier<RemovedRows>> cleaning;
    private final boolean embedded;
    private final Runnable closing;
    private final @Nullable RateLimiter limiter;
    private final @Nullable ConnectionPool connections;
    private volatile boolean closed;

    OpenStore(Adapter adapter, Optional<Supplier<RemovedRows>> cleaning, boolean embedded, Runnable closing) {
        this(adapter, cleaning, embedded, closing, null, null);
    }

    private OpenStore(
            Adapter adapter,
            Optional<Supplier<RemovedRows>> cleaning,
            boolean embedded,
            Runnable closing,
            @Nullable RateLimiter limiter,
            @Nullable ConnectionPool connections) {
        this.adapter = adapter;
        this.cleaning = cleaning;
        this.embedded = embedded;
        this.closing = closing;
        this.limiter = limiter;
        this.connections = connections;
    }

    /** The same with a pool whose connections can be counted. */
    OpenStore pooled(ConnectionPool some) {
        return new OpenStore(adapter, cleaning, embedded, closing, limiter, some);
    }

    /** Returns the connections of the pool, if they can be counted. */
    public Optional<ConnectionPool> connections() {
        return Optional.ofNullable(connections);
    }

    /** The same with rate limits that other processes share; {@code null}: this process counts itself. */
    OpenStore countedBy(@Nullable RateLimiter shared) {
        return new OpenStore(adapter, cleaning, embedded, closing, shared, connections);
    }

    /** The same, which also closes something else. */
    OpenStore closing(Runnable also) {
        Runnable both = () -> {
            closing.run();
            also.run();
        };
        return new OpenStore(adapter, cleaning, embedded, both, limiter, connections);
    }

    public Adapter adapter() {
        return adapter;
    }

    /** Counts rate limits for all processes, if the configuration lets one do so. */
    public Optional<RateLimiter> limiter() {
        return Optional.ofNullable(limiter);
    }

    /** Returns the capability that creates and upgrades the store's tables or indexes; empty if it needs none. */
    public Optional<Schema> schema() {
        return adapter instanceof Schema schema ? Optional.of(schema) : Optional.empty();
    }

    /** Removes expired rows and returns how many; empty where the store does so by itself. */
    public Optional<Supplier<RemovedRows>> cleaning() {
        return cleaning;
    }

    /** Returns whether it is a file of this machine. */
    public boolean isEmbedded() {
        return embedded;
    }

    /** Returns whether it was closed: what waits for it stops waiting. */
    boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        closing.run();
    }
}
