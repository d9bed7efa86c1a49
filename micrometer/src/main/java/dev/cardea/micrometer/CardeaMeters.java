package dev.cardea.micrometer;

import dev.cardea.observe.Observer;
import dev.cardea.observe.Step;
import dev.cardea.observe.StepContext;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
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
 * counts as {@code unknown}, and providers beyond the first hundred count as {@code other}. Use one instance for each
 * registry. Safe for concurrent use.
 */
public final class CardeaMeters implements Observer {
    private final BoundedMeters meters;
    private final StepMeters steps;
    private final AtomicLong lastCleanUp = new AtomicLong();
    private final AtomicLong configLoaded = new AtomicLong();

    private CardeaMeters(MeterRegistry registry) {
        meters = new BoundedMeters(registry);
        steps = new StepMeters(meters);
    }

    /** Makes meters in a registry. Add them to the configuration with {@code AuthConfig.Builder.observer}. */
    public static CardeaMeters of(MeterRegistry registry) {
        return new CardeaMeters(registry);
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

    @Override
    public void observe(StepContext at, Step step) {
        step.accept(steps);
        if (step instanceof Step.CleanUp) cleanedUp(at.time());
        if (step instanceof Step.ConfigReload reload && reload.result() == Step.ConfigReload.Result.OK) {
            configLoaded.set(at.time().getEpochSecond());
        }
    }

    /** The gauge is absent until the first clean-up: zero would look like 1970. */
    private void cleanedUp(Instant at) {
        if (lastCleanUp.getAndSet(at.getEpochSecond()) == 0) {
            meters.gaugeOfTime(MeterName.CLEANUP_LAST_SUCCESS, lastCleanUp);
        }
    }
}
