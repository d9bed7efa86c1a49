package dev.cardea.json;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A typed key into {@link Claims}: the Java counterpart of extending the session or token type in TypeScript.
 *
 * <p>A value of another type reads as absent. So a token with a malformed {@code role} gives an empty {@code Optional},
 * not a {@code ClassCastException} in a controller.
 *
 * <pre>{@code
 * static final Claim<String> ROLE = Claim.text("role");
 * session.get(ROLE).orElse("guest");
 * }</pre>
 */
public final class Claim<T> {
    private final String name;
    private final Function<Object, @Nullable T> read;

    private Claim(String name, Function<Object, @Nullable T> read) {
        this.name = name;
        this.read = read;
    }

    public static Claim<String> text(String name) {
        return new Claim<>(name, value -> value instanceof String text ? text : null);
    }

    /** Reads integers, and decimals that are whole numbers. */
    public static Claim<Long> number(String name) {
        return new Claim<>(name, Claim::wholeNumber);
    }

    public static Claim<Double> decimal(String name) {
        return new Claim<>(name, value -> value instanceof Number number ? (Double) number.doubleValue() : null);
    }

    public static Claim<Boolean> bool(String name) {
        return new Claim<>(name, value -> value instanceof Boolean bool ? bool : null);
    }

    /** Reads an {@link Instant} and an ISO-8601 text. */
    public static Claim<Instant> time(String name) {
        return new Claim<>(name, Claim::instant);
    }

    public static Claim<Claims> object(String name) {
        return new Claim<>(name, value -> value instanceof Map<?, ?> object ? Claims.ofFrozen(object) : null);
    }

    /** Reads an object as a record, as {@link Claims#as} does. */
    public static <R extends Record> Claim<R> record(String name, Class<R> type) {
        return new Claim<>(
                name,
                value -> value instanceof Map<?, ?> object
                        ? Claims.ofFrozen(object).as(type)
                        : null);
    }

    public static Claim<List<?>> list(String name) {
        return new Claim<>(name, value -> value instanceof List<?> list ? list : null);
    }

    public String name() {
        return name;
    }

    /** @param value as {@link Claims} hold it, unmodifiable */
    @Nullable T read(@Nullable Object value) {
        return value == null ? null : read.apply(value);
    }

    static @Nullable Long wholeNumber(Object value) {
        if (value instanceof Long number) return number;
        return value instanceof Double number && number == Math.rint(number) && Math.abs(number) < 1L << 53
                ? (Long) number.longValue()
                : null;
    }

    static @Nullable Instant instant(Object value) {
        if (value instanceof Instant instant) return instant;
        return value instanceof String text ? IsoTime.parse(text).orElse(null) : null;
    }

    @Override
    public String toString() {
        return "Claim[" + name + "]";
    }
}
