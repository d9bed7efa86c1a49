package dev.cardea.micrometer;

import dev.cardea.observe.Label;
import dev.cardea.observe.ProviderId;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The meters of a registry, each made once. No request can add more series than the bounds allow. */
final class BoundedMeters {
    private static final int MAX_NAMES = 100;
    /** With the series whose labels are closed lists, this stays below 10,000. */
    private static final int MAX_NAMED_SERIES = 7_500;

    private static final int SERIES_OF_A_TIMER = 3;
    private static final Set<String> NAMES = Set.of("provider", "service", "store", "step");
    private static final Label OTHER = new TextLabel("other");

    private final MeterRegistry registry;
    private final Map<Key, Counter> counters = new ConcurrentHashMap<>();
    private final Map<Key, Timer> timers = new ConcurrentHashMap<>();
    /** Names from configurations and modules, of which there may be many where a function of the request makes them. */
    private final Set<String> names = ConcurrentHashMap.newKeySet();

    private final AtomicInteger namedSeries = new AtomicInteger();

    /** The registry refers to them weakly. */
    private final Set<Object> sources = ConcurrentHashMap.newKeySet();

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

    /** Adds a counter whose value another object counts. */
    <T> void count(MeterName name, T source, ToDoubleFunction<T> value, String... values) {
        sources.add(source);
        FunctionCounter.builder(name.meter(), source, value)
                .description(name.description())
                .tags(tags(name, values))
                .register(registry);
    }

    void gaugeOfTime(MeterName name, AtomicLong seconds) {
        Gauge.builder(name.meter(), seconds, AtomicLong::doubleValue)
                .description(name.description())
                .baseUnit("seconds")
                .strongReference(true)
                .register(registry);
    }

    /** Returns the counter with these labels. */
    Counter counter(MeterName name, Label... labels) {
        var key = new Key(name, labels);
        // computeIfAbsent may lock, also where the counter is there.
        var known = counters.get(key);
        return known != null ? known : counters.computeIfAbsent(key, it -> register(name, texts(labels)));
    }

    /** Returns the timer with these labels. */
    Timer timer(MeterName name, Label... labels) {
        var key = new Key(name, labels);
        var known = timers.get(key);
        return known != null ? known : timers.computeIfAbsent(key, it -> registerTimer(name, texts(labels)));
    }

    /** Returns the name, or {@code other} if there are a hundred others. */
    Label bounded(Label name) {
        var text = name.label();
        if (names.contains(text) || name == ProviderId.UNKNOWN) return name;
        synchronized (names) {
            if (names.size() >= MAX_NAMES) return OTHER;
            names.add(text);
            return name;
        }
    }

    private Counter register(MeterName name, String... values) {
        return Counter.builder(name.meter())
                .description(name.description())
                .tags(tags(name, cap(name, 1, values)))
                .register(registry);
    }

    private Timer registerTimer(MeterName name, String... values) {
        return Timer.builder(name.meter())
                .description(name.description())
                .tags(tags(name, cap(name, SERIES_OF_A_TIMER, values)))
                .register(registry);
    }

    /** The first label is a name from the configuration, if one is. */
    private String[] cap(MeterName name, int series, String... values) {
        if (name.labels().isEmpty() || !NAMES.contains(name.labels().get(0))) return values;
        if (namedSeries.addAndGet(series) <= MAX_NAMED_SERIES) return values;
        var capped = values.clone();
        capped[0] = OTHER.label();
        return capped;
    }

    private static String[] texts(Label... labels) {
        return Arrays.stream(labels).map(Label::label).toArray(String[]::new);
    }

    private static List<Tag> tags(MeterName name, String... values) {
        var tags = new ArrayList<Tag>();
        for (int i = 0; i < values.length; i++) tags.add(Tag.of(name.labels().get(i), values[i]));
        return tags;
    }

    /** A meter by its labels. Labels are compared, not their texts, which take longer to create. */
    private static final class Key {
        private final MeterName name;
        private final Label[] labels;

        Key(MeterName name, Label... labels) {
            this.name = name;
            this.labels = labels;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key it && it.name == name && Arrays.equals(it.labels, labels);
        }

        @Override
        public int hashCode() {
            return 31 * name.hashCode() + Arrays.hashCode(labels);
        }
    }
}
