package dev.cardea.json;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An immutable JSON object that keeps key order and tells {@code null} from absent: a token payload, a profile, the
 * extra fields of a user or a session.
 *
 * <p>Values are what {@link Json} prints; mutable lists and maps are copied in, deeply.
 */
public final class Claims {
    public static final Claims NONE = new Claims(Map.of());

    private final Map<String, @Nullable Object> values;

    private Claims(Map<String, @Nullable Object> values) {
        this.values = values;
    }

    /**
     * Copies a map with text keys.
     *
     * @throws JsonException where a value has no JSON form
     */
    public static Claims of(Map<?, ?> values) {
        return values.isEmpty() ? NONE : new Claims(frozenObject(values));
    }

    /** Around what {@link #frozen} gave, which needs no second copy. */
    @SuppressWarnings("unchecked") // frozen objects have text keys
    static Claims ofFrozen(Map<?, ?> values) {
        return new Claims((Map<String, @Nullable Object>) values);
    }

    public static Claims of(String name, @Nullable Object value) {
        return NONE.with(name, value);
    }

    /** Unmodifiable, in key order. */
    public Map<String, @Nullable Object> asMap() {
        return values;
    }

    public boolean isEmpty() {
        return values.isEmpty();
    }

    /** Whether the key is there, be its value {@code null}. */
    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** The raw value; {@code null} for absent and for null alike (see {@link #has}). */
    public @Nullable Object value(String name) {
        return values.get(name);
    }

    /** The text under a name; {@code null} where it is absent, null or no text. */
    public @Nullable String text(String name) {
        return values.get(name) instanceof String text ? text : null;
    }

    public <T> Optional<T> get(Claim<T> claim) {
        return Optional.ofNullable(claim.read(values.get(claim.name())));
    }

    /**
     * This as a record of the application's own: text, numbers, booleans, {@code Instant}, enums by name, records,
     * {@link Claims}, lists and {@code Optional}s of them, each from the member of the component's name.
     *
     * @throws JsonException where a component is neither there nor {@code @Nullable}, {@code Optional} or a list
     */
    public <R extends Record> R as(Class<R> view) {
        return RecordView.of(view).read(values);
    }

    /** A copy with the value set: in place where the key exists, else at the end. */
    public Claims with(String name, @Nullable Object value) {
        var copy = new LinkedHashMap<>(values);
        copy.put(name, frozen(value));
        return new Claims(Collections.unmodifiableMap(copy));
    }

    public <T> Claims with(Claim<T> claim, @Nullable T value) {
        return with(claim.name(), (Object) value);
    }

    /** A copy with the value set where it is there and not null, else without the key. */
    public Claims withPresent(String name, @Nullable Object value) {
        return value == null ? without(name) : with(name, value);
    }

    /** A copy overlaid with all of the other's values. */
    public Claims withAll(Claims other) {
        if (other.isEmpty()) return this;
        var copy = new LinkedHashMap<>(values);
        copy.putAll(other.values);
        return new Claims(Collections.unmodifiableMap(copy));
    }

    public Claims without(String name) {
        if (!has(name)) return this;
        var copy = new LinkedHashMap<>(values);
        copy.remove(name);
        return new Claims(Collections.unmodifiableMap(copy));
    }

    /** The JSON text. Never log it: claims carry tokens and addresses. */
    public String toJson() {
        return Json.print(values);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Claims claims && values.equals(claims.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    /** The keys only: values may be secrets. */
    @Override
    public String toString() {
        return "Claims" + values.keySet();
    }

    static @Nullable Object frozen(@Nullable Object value) {
        if (value instanceof Claims claims) return claims.values;
        if (value instanceof Map<?, ?> map) return frozenObject(map);
        if (value instanceof List<?> list) return frozenList(list);
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        if (value instanceof Float number) return number.doubleValue();
        if (value == null
                || value instanceof String
                || value instanceof Boolean
                || value instanceof Long
                || value instanceof Double
                || value instanceof Instant) return value;
        throw new JsonException("a claim cannot hold " + value.getClass().getName()
                + "; use text, numbers, booleans, Instant, lists and maps");
    }

    private static Map<String, @Nullable Object> frozenObject(Map<?, ?> map) {
        var copy = new LinkedHashMap<String, @Nullable Object>();
        map.forEach((key, value) -> copy.put((String) key, frozen(value)));
        return Collections.unmodifiableMap(copy);
    }

    private static List<@Nullable Object> frozenList(List<?> list) {
        var copy = new ArrayList<@Nullable Object>(list.size());
        for (var value : list) copy.add(frozen(value));
        return Collections.unmodifiableList(copy);
    }
}
