package dev.cardea.json;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The one place that parses and prints JSON (RFC 8259).
 *
 * <p>Values are {@code String}, {@code Boolean}, {@code Long}, {@code Double}, {@link Instant} (printing only, as ISO
 * text), {@code List}, {@code Map} with text keys, {@link Claims}, or {@code null}.
 */
public final class Json {
    /** The nesting allowed in text from untrusted senders. */
    public static final int INBOUND_DEPTH = 32;

    /** The nesting allowed in text that this site sealed or fetched from a configured address. */
    public static final int TRUSTED_DEPTH = 128;

    private Json() {}

    /**
     * Parses any JSON value.
     *
     * @throws JsonException if the text is not JSON, repeats a key or nests deeper than {@code maxDepth}
     */
    public static @Nullable Object parse(String text, int maxDepth) {
        return JsonParser.parse(text, maxDepth);
    }

    /**
     * Parses a JSON object.
     *
     * @throws JsonException as {@link #parse}, and if the value is not an object
     */
    public static Claims parseObject(String text, int maxDepth) {
        if (parse(text, maxDepth) instanceof Map<?, ?> object) return Claims.ofFrozen(object);
        throw new JsonException("not a JSON object");
    }

    /** Prints a value without white space, as {@code JSON.stringify} does. */
    public static String print(@Nullable Object value) {
        var out = new StringBuilder(128);
        append(out, value);
        return out.toString();
    }

    private static void append(StringBuilder out, @Nullable Object value) {
        if (value == null || value instanceof Boolean || value instanceof Long || value instanceof Integer) {
            out.append(value);
        } else if (value instanceof String text) {
            JsonText.append(out, text);
        } else if (value instanceof Double number) {
            out.append(JsonNumber.print(number));
        } else if (value instanceof Instant instant) {
            out.append('"').append(IsoTime.print(instant)).append('"');
        } else if (value instanceof Claims claims) {
            append(out, claims.asMap());
        } else if (value instanceof Map<?, ?> object) {
            appendObject(out, object);
        } else if (value instanceof List<?> list) {
            appendList(out, list);
        } else {
            throw new JsonException(
                    "no JSON form exists for " + value.getClass().getName());
        }
    }

    private static void appendObject(StringBuilder out, Map<?, ?> object) {
        out.append('{');
        int start = out.length();
        object.forEach((key, value) -> {
            if (out.length() > start) out.append(',');
            JsonText.append(out, (String) key);
            out.append(':');
            append(out, value);
        });
        out.append('}');
    }

    private static void appendList(StringBuilder out, List<?> list) {
        out.append('[');
        for (int i = 0; i < list.size(); i++) {
            if (i > 0) out.append(',');
            append(out, list.get(i));
        }
        out.append(']');
    }
}
