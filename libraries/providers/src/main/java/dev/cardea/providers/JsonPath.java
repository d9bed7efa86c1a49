package dev.cardea.providers;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A path into a JSON object, in the notation of JavaScript: {@code data.emails?.[0]}. A part before {@code ?.} may be
 * missing; any other missing part except the last one is an error. A name with dots is quoted:
 * {@code ["https://acme.example/role"]}.
 */
record JsonPath(String text, List<Step> steps) {
    /** The result of a path that leads nowhere, as opposed to {@code null}. */
    static final Object MISSING = new Object();

    /** @throws IllegalArgumentException naming the path and the error in it */
    static JsonPath parse(String text) {
        return new JsonPath(text, new Parser(text).steps());
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

    /** Reads a path from left to right. */
    private static final class Parser {
        private static final int MAX_INDEX_DIGITS = 6;

        private final String text;
        private final List<Step> steps = new ArrayList<>();
        private int at;

        Parser(String text) {
            this.text = text;
        }

        List<Step> steps() {
            step();
            while (at < text.length()) {
                if (text.startsWith("?.", at) || next() == '.') skipDot();
                else if (next() != '[') throw wrong("\"" + next() + "\" is not expected here");
                step();
            }
            return List.copyOf(steps);
        }

        /** A dot leads to a name. An index follows its list without a dot, or after {@code ?.}. */
        private void skipDot() {
            boolean optional = next() == '?';
            at += optional ? 2 : 1;
            if (!optional && at < text.length() && next() == '[') throw wrong("an index follows without a dot");
        }

        private void step() {
            Object key = at < text.length() && next() == '[' ? bracketed() : name();
            steps.add(new Step(key, text.startsWith("?.", at)));
        }

        private String name() {
            int start = at;
            while (at < text.length() && ".?[".indexOf(next()) < 0) at++;
            var name = text.substring(start, at);
            if (name.isEmpty()) throw wrong("a name is missing");
            if (isDigits(name)) throw wrong("a list index is written [" + name + "]");
            return name;
        }

        /** Reads an index, or a quoted name. */
        private Object bracketed() {
            char quote = at + 1 < text.length() ? text.charAt(at + 1) : ']';
            boolean quoted = quote == '"' || quote == '\'';
            int start = at + (quoted ? 2 : 1);
            int end = text.indexOf(quoted ? quote + "]" : "]", start);
            if (end < 0) throw wrong("a bracket is not closed");
            var inner = text.substring(start, end);
            at = end + (quoted ? 2 : 1);
            if (quoted) return inner;
            if (!isDigits(inner) || inner.length() > MAX_INDEX_DIGITS) {
                throw wrong("[" + inner + "] is neither an index nor a quoted name");
            }
            return Integer.valueOf(inner);
        }

        private static boolean isDigits(String name) {
            return !name.isEmpty() && name.chars().allMatch(c -> c >= '0' && c <= '9');
        }

        private char next() {
            return text.charAt(at);
        }

        private IllegalArgumentException wrong(String what) {
            return new IllegalArgumentException(
                    "the path \"" + text + "\": " + what + "; write a path such as data.emails?.[0]");
        }
    }
}
