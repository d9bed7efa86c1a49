package dev.cardea.recorder;

import dev.cardea.error.ErrorType;
import dev.cardea.observe.Digest;
import dev.cardea.observe.Id;
import dev.cardea.observe.Step;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The steps of one sign-in across its requests, in order. It contains no email address, token or other personal value.
 * {@link Explanation} says what they mean, and {@link TraceJson} prints them. Immutable.
 *
 * @param reference of the failure that the visitor saw; {@code null} after a success
 * @param dropped how many steps in the middle were dropped, because a trace holds 64, and 16 KB as JSON
 * @param isInferred whether the first request was found by network, browser and provider, because its check cookie did
 *     not come back
 * @param missingBegin id of the sign-in if this process did not record its first request: another process did, or it
 *     was before a restart; else {@code null}
 * @param source what recorded it; {@code null} if an older version did
 */
public record Trace(
        @Nullable String reference,
        List<Entry> entries,
        int dropped,
        boolean isInferred,
        @Nullable Id missingBegin,
        @Nullable Source source) {
    /** How many steps a trace has at most. */
    static final int MAX_STEPS = 64;

    /** The first steps say where the sign-in began, so what is dropped comes after them. */
    static final int KEPT_FIRST = 16;

    public Trace {
        entries = List.copyOf(entries);
    }

    /** A trace that has all requests of its sign-in. */
    public Trace(@Nullable String reference, List<Entry> entries, int dropped, boolean isInferred) {
        this(reference, entries, dropped, isInferred, null, null);
    }

    /**
     * The code and the configuration that recorded a trace. Immutable.
     *
     * @param version of Cardea; {@link #UNKNOWN} if the classes are not from its jar
     * @param configuration digest of what {@link dev.cardea.AuthConfig#describe} says, so two traces show whether the
     *     settings changed between them; {@code null} if the configuration is invalid
     */
    public record Source(String version, @Nullable Digest configuration) {
        /** The version of classes that are not from the jar. */
        public static final String UNKNOWN = "unknown";

        private static final Pattern VERSION = Pattern.compile("[0-9A-Za-z][0-9A-Za-z.+-]{0,31}");

        /** @throws IllegalArgumentException if the version has another form than a version */
        public Source {
            if (!VERSION.matcher(version).matches()) throw new IllegalArgumentException("not a version");
        }

        /** Returns the source of what this version of Cardea records. */
        public static Source of(@Nullable Digest configuration) {
            var version = Trace.class.getPackage().getImplementationVersion();
            boolean isKnown = version != null && VERSION.matcher(version).matches();
            return new Source(isKnown ? version : UNKNOWN, configuration);
        }
    }

    /**
     * One step.
     *
     * @param request number of its request
     * @param errorId reference of the failure that the request reported so far, if any
     */
    public record Entry(Instant time, Id request, @Nullable String errorId, Step step) {}

    /** Returns the type of the failure with this {@link #reference}; empty after a success. */
    public Optional<ErrorType> error() {
        return entries.stream()
                .filter(this::isFailure)
                .map(entry -> ((Step.ErrorReport) entry.step()).type())
                .findFirst();
    }

    /** Returns whether a step reports the failure with this reference. */
    boolean isFailure(Entry entry) {
        return reference != null && reference.equals(entry.errorId()) && entry.step() instanceof Step.ErrorReport;
    }
}
