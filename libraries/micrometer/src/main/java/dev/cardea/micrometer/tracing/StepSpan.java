package dev.cardea.micrometer.tracing;

import dev.cardea.observe.Label;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One step as a part of a trace. {@link StepSpans} makes it. Immutable.
 *
 * <p><b>Security:</b> as in {@link dev.cardea.observe.Step}, no value is a free text. Attributes take labels, host names
 * as the step has them, numbers and truth values.
 *
 * @param name from closed lists, and ids of the configuration
 * @param duration of a span that has ended with this step; else {@code null}
 * @param failure why it failed, from a closed list; {@code null} if it did not
 */
public record StepSpan(
        Form form,
        String name,
        Map<String, Object> attributes,
        @Nullable Duration duration,
        @Nullable String failure) {
    static final StepSpan NONE = new StepSpan(Form.NONE, "", Map.of(), null, null);

    /** What part of a trace a step is. */
    public enum Form {
        /** Not a part of a trace. */
        NONE,
        /** Names and describes the span of the request. */
        REQUEST,
        /** Begins a span: the part of a sign-in that this request handles. */
        SIGN_IN_START,
        /** Ends that span. */
        SIGN_IN_END,
        /** A call to another process: a separate span. */
        CALL,
        /** Work of this process that takes time: a separate span. */
        WORK,
        /** An event of the span of the sign-in, else of the request. */
        MOMENT
    }

    static StepSpan of(Form form, String name) {
        return new StepSpan(form, name, Map.of(), null, null);
    }

    static StepSpan moment(String name) {
        return of(Form.MOMENT, name);
    }

    static StepSpan call(String name, Duration duration) {
        return new StepSpan(Form.CALL, name, Map.of(), duration, null);
    }

    static StepSpan work(String name, Duration duration) {
        return new StepSpan(Form.WORK, name, Map.of(), duration, null);
    }

    /** @param value {@code null}: the step does not know it */
    StepSpan with(String key, @Nullable Label value) {
        return value == null ? this : withValue(key, value.label());
    }

    StepSpan with(String key, boolean value) {
        return withValue(key, value);
    }

    StepSpan with(String key, long value) {
        return withValue(key, value);
    }

    /** @param value of a type that admits no free text, such as a host name */
    StepSpan withName(String key, @Nullable Object value) {
        return value == null ? this : withValue(key, value.toString());
    }

    /** @param why {@code null}: it did not fail */
    StepSpan failed(@Nullable String why) {
        return new StepSpan(form, name, attributes, duration, why);
    }

    private StepSpan withValue(String key, Object value) {
        var all = new LinkedHashMap<>(attributes);
        all.put(key, value);
        return new StepSpan(form, name, all, duration, failure);
    }
}
