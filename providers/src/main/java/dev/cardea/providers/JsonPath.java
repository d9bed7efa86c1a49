package dev.cardea.providers;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A path into a JSON object, such as {@code data.emails?.[0]}; parts after {@code ?.} may be missing. */
record JsonPath(String text, List<Step> steps) {
    /** The result of a path that leads nowhere, as opposed to {@code null}. */
    static final Object MISSING = new Object();

    static JsonPath parse(String text) {
        var steps = new ArrayList<Step>();
        for (var part : text.split("\\.|(?<=[^.])(?=\\[)")) {
            boolean mayEnd = part.endsWith("?");
            var name = mayEnd ? part.substring(0, part.length() - 1) : part;
            steps.add(new Step(name.startsWith("[") ? (Object) index(name) : name, mayEnd));
        }
        return new JsonPath(text, List.copyOf(steps));
    }

    private static Integer index(String bracketed) {
        return Integer.valueOf(bracketed.substring(1, bracketed.length() - 1));
    }

    /**
     * Returns the value at the end, or {@link #MISSING}.
     *
     * @throws IllegalArgumentException if a required part is missing
     */
    @Nullable Object follow(Map<String, @Nullable Object> profile) {
        Object value = profile;
        for (int i = 0; i < steps.size() - 1; i++) {
            var next = steps.get(i).from(value);
            boolean nothing = next == MISSING || next == null;
            if (nothing && steps.get(i).mayEnd) return MISSING;
            if (nothing) throw new IllegalArgumentException("the profile has no " + upTo(i));
            value = Objects.requireNonNull(next);
        }
        return steps.get(steps.size() - 1).from(value);
    }

    private String upTo(int last) {
        return steps.subList(0, last + 1).stream()
                .map(step -> String.valueOf(step.key))
                .collect(Collectors.joining("."));
    }

    @Override
    public String toString() {
        return text;
    }

    /**
     * One step of a path.
     *
     * @param key a name, or an index
     * @param mayEnd whether the part may be missing
     */
    private record Step(Object key, boolean mayEnd) {
        @Nullable Object from(Object value) {
            if (value instanceof Map<?, ?> object && key instanceof String) {
                return object.containsKey(key) ? object.get(key) : MISSING;
            }
            boolean inside = value instanceof List<?> list && key instanceof Integer index && index < list.size();
            return inside ? ((List<?>) value).get((Integer) key) : MISSING;
        }
    }
}
