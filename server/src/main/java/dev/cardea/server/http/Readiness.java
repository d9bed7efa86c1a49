package dev.cardea.server.http;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether this process can serve requests: after its start, until it is asked to stop, and while the store responds.
 * Other services are reported as well, and change nothing. Safe for concurrent use.
 */
public final class Readiness {
    /** A load balancer that probes this process waits a few seconds, and then takes it for gone. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final @Nullable StoreHealth store;
    private final LongSupplier nanos;
    private final Map<String, Supplier<Optional<Check>>> reported = new ConcurrentHashMap<>();
    private volatile boolean isStarted;
    private volatile boolean isPrepared;
    private volatile boolean isStopping;
    private volatile long configuredAt;

    /**
     * The state of one part.
     *
     * @param age since it was checked
     */
    public record Check(boolean isUp, Duration age) {}

    private Readiness(@Nullable BooleanSupplier isHealthy, LongSupplier nanos) {
        this.nanos = nanos;
        store = isHealthy == null ? null : new StoreHealth(isHealthy, PATIENCE, nanos);
        configuredAt = nanos.getAsLong();
    }

    /**
     * Of a process that starts: not ready until {@link #start} and {@link #prepare} were called.
     *
     * @param isHealthy asks the store, as {@link dev.cardea.Auth#isHealthy} does; {@code null} without a store
     */
    public static Readiness starting(@Nullable BooleanSupplier isHealthy) {
        return new Readiness(isHealthy, System::nanoTime);
    }

    /** Of a process that needs no preparation; see {@link #starting}. */
    public static Readiness of(@Nullable BooleanSupplier isHealthy) {
        var readiness = starting(isHealthy);
        readiness.start();
        readiness.prepare();
        return readiness;
    }

    /** The first configuration is served. */
    public void start() {
        isStarted = true;
        configured();
    }

    /** The tables of the store are there. */
    public void prepare() {
        isPrepared = true;
    }

    /** A configuration is served from now on. */
    public void configured() {
        configuredAt = nanos.getAsLong();
    }

    /** From now on the process is not ready. */
    public void stop() {
        isStopping = true;
    }

    /** Adds a part that is reported, and that does not decide; empty: it was never checked. */
    public void report(String name, Supplier<Optional<Check>> check) {
        reported.put(name, check);
    }

    /** Returns whether requests may be sent to this process. Takes two seconds at most. */
    public boolean isReady() {
        return isStarted && isPrepared && !isStopping && (store == null || store.answers());
    }

    /** Each part by its name; those that decide come first. */
    Map<String, Check> checks() {
        var all = new LinkedHashMap<String, Check>();
        var sinceConfigured = Duration.ofNanos(nanos.getAsLong() - configuredAt);
        all.put("process", new Check(isStarted && isPrepared && !isStopping, sinceConfigured));
        if (store != null) {
            var state = store.state();
            all.put("store", new Check(state.isUp(), state.age()));
        }
        new TreeMap<>(reported).forEach((name, check) -> check.get().ifPresent(found -> all.put(name, found)));
        return all;
    }
}
