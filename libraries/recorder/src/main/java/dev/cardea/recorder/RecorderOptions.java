package dev.cardea.recorder;

import dev.cardea.module.ObserverModule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the flight recorder keeps. Immutable.
 *
 * <pre>{@code
 * config.observer(RecorderOptions.DEFAULT.folder(Path.of("/var/lib/app/traces")));
 * }</pre>
 *
 * @param isOn whether failed sign-ins are recorded at all
 * @param folder where traces of failures are also written, to survive a restart; {@code null}: only in memory. The
 *     folder is created if it does not exist, and several processes may share it.
 * @param maxBytes size of all traces in the folder; the oldest are removed first. The traces of one client network fill
 *     an eighth of it at most.
 * @param maxAge how long a trace stays in the folder
 */
public record RecorderOptions(boolean isOn, @Nullable Path folder, long maxBytes, Duration maxAge)
        implements ObserverModule.Options {
    static final long LEAST_BYTES = 1L << 20;
    static final Duration LEAST_AGE = Duration.ofMinutes(1);

    /** Only in memory; with a folder, 50 MB and a week. */
    public static final RecorderOptions DEFAULT = new RecorderOptions(true, null, 50L << 20, Duration.ofDays(7));

    /** Nothing is recorded. */
    public static final RecorderOptions OFF = new RecorderOptions(false, null, 50L << 20, Duration.ofDays(7));

    /** @throws IllegalArgumentException if {@code maxBytes} is below 1 MB, or {@code maxAge} below a minute */
    public RecorderOptions {
        Objects.requireNonNull(maxAge, "maxAge");
        if (maxBytes < LEAST_BYTES) throw new IllegalArgumentException("maxBytes must be at least " + LEAST_BYTES);
        if (maxAge.compareTo(LEAST_AGE) < 0) throw new IllegalArgumentException("maxAge must be at least a minute");
    }

    /** Returns a copy that also writes traces to this folder. */
    public RecorderOptions folder(Path value) {
        return new RecorderOptions(isOn, Objects.requireNonNull(value, "folder"), maxBytes, maxAge);
    }

    /**
     * Returns a copy with another size of the folder.
     *
     * @throws IllegalArgumentException if the value is below 1 MB
     */
    public RecorderOptions maxBytes(long value) {
        return new RecorderOptions(isOn, folder, value, maxAge);
    }

    /**
     * Returns a copy that keeps traces in the folder this long.
     *
     * @throws IllegalArgumentException if the value is below a minute
     */
    public RecorderOptions maxAge(Duration value) {
        return new RecorderOptions(isOn, folder, maxBytes, value);
    }

    @Override
    public Map<String, Object> describe() {
        var description = new LinkedHashMap<String, Object>();
        description.put("recorder", isOn);
        if (folder != null) description.put("recorderFolder", folder.toString());
        return description;
    }
}
