package dev.cardea.micrometer;

import dev.cardea.observe.Choice;
import dev.cardea.observe.Observer;
import dev.cardea.observe.Step;
import dev.cardea.observe.StepContext;
import dev.cardea.recorder.Recorder;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.ref.WeakReference;
import java.time.Instant;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts and times the steps of requests in a Micrometer registry.
 *
 * <pre>{@code
 * var meters = CardeaMeters.of(registry);
 * var auth = Auth.of(config.observer(meters));
 * }</pre>
 *
 * <p>Label values come from the configuration or from closed lists. No request can add a series: an unknown provider
 * counts as {@code unknown}, and providers beyond the first hundred count as {@code other}. A registry has one instance:
 * steps are counted once, even if both the application and its framework add the meters. Safe for concurrent use.
 */
public final class CardeaMeters implements Observer {
    /** The values do not keep the registries: a registry is gone when the application drops it. */
    private static final Map<MeterRegistry, WeakReference<CardeaMeters>> BY_REGISTRY = new WeakHashMap<>();

    private final BoundedMeters meters;
    private final StepMeters steps;
    private final AtomicLong lastCleanUp = new AtomicLong();
    private final AtomicLong configLoaded = new AtomicLong();

    private CardeaMeters(MeterRegistry registry) {
        meters = new BoundedMeters(registry);
        steps = new StepMeters(meters);
    }

    /**
     * Returns the meters of a registry, the same object each time. Add them to the configuration with
     * {@code AuthConfig.Builder.observer}.
     */
    public static CardeaMeters of(MeterRegistry registry) {
        synchronized (BY_REGISTRY) {
            var reference = BY_REGISTRY.get(registry);
            var known = reference == null ? null : reference.get();
            if (known != null) return known;
            var made = new CardeaMeters(registry);
            BY_REGISTRY.put(registry, new WeakReference<>(made));
            return made;
        }
    }

    /** Adds the gauge {@code cardea_hook_events_waiting}. */
    public CardeaMeters waitingEvents(IntSupplier waiting) {
        meters.gauge(MeterName.HOOK_EVENTS_WAITING, waiting);
        return this;
    }

    /** Adds the gauge {@code cardea_password_hash_waiting}. */
    public CardeaMeters waitingPasswords(IntSupplier waiting) {
        meters.gauge(MeterName.PASSWORD_HASH_WAITING, waiting);
        return this;
    }

    /** Adds the gauge {@code cardea_store_connections}; a state that the pool does not know is {@code null}. */
    public CardeaMeters storeConnections(
            IntSupplier active, IntSupplier idle, @Nullable IntSupplier waiting, IntSupplier max) {
        meters.gauge(MeterName.STORE_CONNECTIONS, active, "active");
        meters.gauge(MeterName.STORE_CONNECTIONS, idle, "idle");
        if (waiting != null) meters.gauge(MeterName.STORE_CONNECTIONS, waiting, "waiting");
        meters.gauge(MeterName.STORE_CONNECTIONS, max, "max");
        return this;
    }

    /**
     * Adds the counter {@code cardea_recorder_traces_total}. A registry counts one recorder: that of the first call.
     *
     * @param recorder of the application, {@code Recorder.of(auth)}
     */
    public CardeaMeters recorder(Recorder recorder) {
        meters.count(MeterName.RECORDER_TRACES, recorder, it -> it.counts().kept(), "kept");
        meters.count(MeterName.RECORDER_TRACES, recorder, it -> it.counts().evicted(), "evicted");
        meters.count(MeterName.RECORDER_TRACES, recorder, it -> it.counts().overQuota(), "over_quota");
        return this;
    }

    /** Adds the gauge {@code cardea_connections} of a server. */
    public CardeaMeters connections(IntSupplier open, IntSupplier max) {
        meters.gauge(MeterName.CONNECTIONS, open, "open");
        meters.gauge(MeterName.CONNECTIONS, max, "max");
        return this;
    }

    /** Adds {@code cardea_info}. */
    public CardeaMeters info(String version) {
        meters.gauge(MeterName.INFO, () -> 1, version, System.getProperty("java.version", ""));
        return this;
    }

    /** Adds the gauge {@code cardea_config_loaded_seconds}, with the time of the configuration at start. */
    public CardeaMeters configLoaded(Instant at) {
        configLoaded.set(at.getEpochSecond());
        meters.gaugeOfTime(MeterName.CONFIG_LOADED, configLoaded);
        return this;
    }

    /**
     * Adds the gauge {@code cardea_cleanup_last_success_seconds} with the time at which clean-ups are switched on. So an
     * alert notices that none has succeeded since then. Without this call the gauge begins with the first clean-up.
     */
    public CardeaMeters cleanUpsFrom(Instant at) {
        cleanedUp(at);
        return this;
    }

    /** Counts expired rows that a clean-up removed from the store, and sets the gauge of {@link #cleanUpsFrom}. */
    public CardeaMeters cleanedUp(Instant at, ExpiredRows kind, long rows) {
        meters.counter(MeterName.CLEANUP_ROWS, kind).increment((double) rows);
        cleanedUp(at);
        return this;
    }

    /** The kinds of rows that expire. */
    public enum ExpiredRows implements Choice {
        SESSION,
        VERIFICATION_TOKEN,
        SPENT_TOKEN,
        OTHER
    }

    /**
     * Counts a changed configuration that was read.
     *
     * @param isInForce whether it is now in force, and not rejected
     */
    public CardeaMeters configReloaded(Instant at, boolean isInForce) {
        meters.counter(MeterName.CONFIG_RELOADS, new TextLabel(isInForce ? "ok" : "rejected"))
                .increment();
        if (isInForce) configLoaded.set(at.getEpochSecond());
        return this;
    }

    @Override
    public void observe(StepContext at, Step step) {
        step.accept(steps);
    }

    /** The gauge is absent until then: zero would look like 1970. */
    private void cleanedUp(Instant at) {
        if (lastCleanUp.getAndSet(at.getEpochSecond()) == 0) {
            meters.gaugeOfTime(MeterName.CLEANUP_LAST_SUCCESS, lastCleanUp);
        }
    }
}
