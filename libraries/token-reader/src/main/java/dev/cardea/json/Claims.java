package dev.cardea.json;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An immutable JSON object that keeps key order and distinguishes {@code null} from absent: a token payload, a profile,
 * or the extra fields of a user or a session.
 *
 * <p>Values are what {@link Json} prints. Mutable lists and maps are copied deeply.
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
     * @throws JsonException if a value has no JSON form
     */
    public static Claims of(Map<?, ?> values) {
        return values.isEmpty() ? NONE : new Claims(frozenObject(values));
    }

    /** Wraps what {@link #frozen} returned, without a second copy. */
    @SuppressWarnings("unchecked") // frozen objects have text keys
    static Claims ofFrozen(Map<?, ?> values) {
        return new Claims((Map<String, @Nullable Object>) values);
    }

    public static Claims of(String name, @Nullable Object value) {
        return NONE.with(name, value);
    }

    /** Returns the members as an unmodifiable map, in key order. */
    public Map<String, @Nullable Object> asMap() {
        return values;
    }

    public boolean isEmpty() {
        return values.isEmpty();
    }

    /** Returns whether the key is present, even if its value is {@code null}. */
    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** Returns the raw value; {@code null} for both absent and null (see {@link #has}). */
    public @Nullable Object value(String name) {
        return values.get(name);
    }

    /** Returns the text under a name; {@code null} if it is absent, null or not text. */
    public @Nullable String text(String name) {
        return values.get(name) instanceof String text ? text : null;
    }

    public <T> Optional<T> get(Claim<T> claim) {
        return Optional.ofNullable(claim.read(values.get(claim.name())));
    }

    /**
     * Reads this object as a record of the application, each component from the member with its name. Components may be
     * text, numbers, booleans, {@code Instant}, enums by name, records, {@link Claims}, and lists and {@code Optional}s
     * of these.
     *
     * @throws JsonException if a component is absent and not {@code @Nullable}, an {@code Optional} or a list
     */
    public <R extends Record> R as(Class<R> view) {
        return RecordView.of(view).read(values);
    }

    /** Returns a copy with the value set, in place if the key exists, otherwise at the end. */
    public Claims with(String name, @Nullable Object value) {
        var copy = new LinkedHashMap<>(values);
        copy.put(name, frozen(value));
        return new Claims(Collections.unmodifiableMap(copy));
    }

    public <T> Claims with(Claim<T> claim, @Nullable T value) {
        return with(claim.name(), (Object) value);
    }

    /** Returns a copy with the value set, or without the key if the value is {@code null}. */
    public Claims withPresent(String name, @Nullable Object value) {
        return value == null ? without(name) : with(name, value);
    }

    /** Returns a copy overlaid with all values of the other object. */
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

    /** Returns a copy without these keys. */
    public Claims without(Set<String> names) {
        if (Collections.disjoint(values.keySet(), names)) return this;
        if (names.containsAll(values.keySet())) return NONE;
        var copy = new LinkedHashMap<>(values);
        names.forEach(copy::remove);
        return new Claims(Collections.unmodifiableMap(copy));
    }

    /** Returns the JSON text. Never log it: claims contain tokens and addresses. */
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

    /** Prints the keys only, because values may be secrets. */
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
        throw new JsonException("a claim cannot contain " + value.getClass().getName()
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
