package dev.cardea.micrometer;

import dev.cardea.observe.Label;
import dev.cardea.observe.ProviderId;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** The meters of a registry, each made once. No request can add more series than the bounds allow. */
final class BoundedMeters {
    private static final int MAX_NAMES = 100;
    /** With the series whose labels are closed lists, this stays below 10,000. */
    private static final int MAX_NAMED_SERIES = 7_500;

    private static final int SERIES_OF_A_TIMER = 3;
    private static final Set<String> NAMES = Set.of("provider", "service", "store");
    private static final String OTHER = "other";

    private final MeterRegistry registry;
    private final Map<Object, Counter> counters = new ConcurrentHashMap<>();
    private final Map<Object, Timer> timers = new ConcurrentHashMap<>();
    /** Names from configurations, of which there may be many where a function of the request makes them. */
    private final Set<String> names = ConcurrentHashMap.newKeySet();

    private final AtomicInteger namedSeries = new AtomicInteger();

    BoundedMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    void gauge(MeterName name, IntSupplier value, String... values) {
        Gauge.builder(name.meter(), value, IntSupplier::getAsInt)
                .description(name.description())
                .tags(tags(name, values))
                .strongReference(true)
                .register(registry);
    }

    void gaugeOfTime(MeterName name, AtomicLong seconds) {
        Gauge.builder(name.meter(), seconds, AtomicLong::doubleValue)
                .description(name.description())
                .baseUnit("seconds")
                .strongReference(true)
                .register(registry);
    }

    /** @param key the values that the meter is labelled with */
    Counter counterOf(Object key, MeterName name, String... values) {
        return counters.computeIfAbsent(key, it -> counter(name, values));
    }

    /** @param key the values that the meter is labelled with */
    Timer timerOf(Object key, MeterName name, String... values) {
        return timers.computeIfAbsent(key, it -> timer(name, values));
    }

    /** Returns the timer of a key that has one. */
    @Nullable Timer known(Object key) {
        return timers.get(key);
    }

    /** Returns the name, or {@code other} if there are a hundred others. */
    String bounded(Label name) {
        var label = name.label();
        if (names.contains(label) || name == ProviderId.UNKNOWN) return label;
        synchronized (names) {
            if (names.size() >= MAX_NAMES) return OTHER;
            names.add(label);
            return label;
        }
    }

    private Counter counter(MeterName name, String... values) {
        return Counter.builder(name.meter())
                .description(name.description())
                .tags(tags(name, capped(name, 1, values)))
                .register(registry);
    }

    private Timer timer(MeterName name, String... values) {
        return Timer.builder(name.meter())
                .description(name.description())
                .tags(tags(name, capped(name, SERIES_OF_A_TIMER, values)))
                .register(registry);
    }

    /** The first label is a name from the configuration, if one is. */
    private String[] capped(MeterName name, int series, String... values) {
        if (name.labels().isEmpty() || !NAMES.contains(name.labels().get(0))) return values;
        if (namedSeries.addAndGet(series) <= MAX_NAMED_SERIES) return values;
        var capped = values.clone();
        capped[0] = OTHER;
        return capped;
    }

    private static List<Tag> tags(MeterName name, String... values) {
        var tags = new ArrayList<Tag>();
        for (int i = 0; i < values.length; i++) tags.add(Tag.of(name.labels().get(i), values[i]));
        return tags;
    }
}
