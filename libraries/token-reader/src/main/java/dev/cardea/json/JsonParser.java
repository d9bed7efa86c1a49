package dev.cardea.json;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads one JSON text (RFC 8259) in one pass, exactly by its grammar. It limits the depth, and rejects an object that
 * repeats a key, because programs disagree about its value (section 4).
 *
 * <p>Whole numbers that fit are {@code Long}, all others {@code Double}; one beyond the range of {@code double} is
 * rejected. Lists and maps cannot be modified, and maps keep the order of the text.
 */
final class JsonParser {
    /** This many digits always fit a {@code long}. */
    private static final int DIGITS_OF_ANY_LONG = 18;

    private static final int MAX_LONG_DIGITS = String.valueOf(Long.MIN_VALUE).length();

    private final String text;
    private final int maxDepth;
    private int at;
    private int depth;

    private JsonParser(String text, int maxDepth) {
        this.text = text;
        this.maxDepth = maxDepth;
    }

    /** @throws JsonException if the text is not JSON, repeats a key or nests deeper than {@code maxDepth} */
    static @Nullable Object parse(String text, int maxDepth) {
        var parser = new JsonParser(text, maxDepth);
        parser.skipSpace();
        if (parser.at == text.length()) throw new JsonException("not one JSON value");
        var value = parser.value();
        parser.skipSpace();
        if (parser.at < text.length()) throw notJson();
        return value;
    }

    private @Nullable Object value() {
        return switch (peek()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> literal("true", true);
            case 'f' -> literal("false", false);
            case 'n' -> literal("null", null);
            default -> number();
        };
    }

    private Map<String, @Nullable Object> object() {
        enter();
        var members = new LinkedHashMap<String, @Nullable Object>();
        if (!isNext('}')) {
            do {
                skipSpace();
                if (peek() != '"') throw notJson();
                var key = string();
                if (!isNext(':')) throw notJson();
                skipSpace();
                if (members.containsKey(key)) throw new JsonException("a key occurs twice");
                members.put(key, value());
            } while (isNext(','));
            if (!isNext('}')) throw notJson();
        }
        depth--;
        return Collections.unmodifiableMap(members);
    }

    private List<@Nullable Object> array() {
        enter();
        var elements = new ArrayList<@Nullable Object>();
        if (!isNext(']')) {
            do {
                skipSpace();
                elements.add(value());
            } while (isNext(','));
            if (!isNext(']')) throw notJson();
        }
        depth--;
        return Collections.unmodifiableList(elements);
    }

    private void enter() {
        if (++depth > maxDepth) throw new JsonException("nested deeper than " + maxDepth);
        at++;
    }

    private @Nullable Object literal(String name, @Nullable Object value) {
        if (!text.startsWith(name, at)) throw notJson();
        at += name.length();
        return value;
    }

    /** Most texts contain no escape and are copied unchanged. */
    private String string() {
        int start = ++at;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '"') return text.substring(start, at++);
            if (c == '\\') return escaped(start);
            if (c < 0x20) throw notJson();
            at++;
        }
        throw notJson();
    }

    /** @param start of the text in quotes; the first escape is at the cursor */
    private String escaped(int start) {
        var plain = new StringBuilder(Math.min(text.length() - start, 256));
        plain.append(text, start, at);
        while (true) {
            char c = next();
            if (c == '"') return plain.toString();
            if (c < 0x20) throw notJson();
            plain.append(c == '\\' ? escape() : c);
        }
    }

    private char escape() {
        return switch (next()) {
            case '"' -> '"';
            case '\\' -> '\\';
            case '/' -> '/';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> (char) (hex() << 12 | hex() << 8 | hex() << 4 | hex());
            default -> throw notJson();
        };
    }

    /** ASCII digits only, unlike {@link Character#digit}. */
    private int hex() {
        char c = next();
        if (c >= '0' && c <= '9') return c - '0';
        if (c >= 'a' && c <= 'f') return c - 'a' + 10;
        if (c >= 'A' && c <= 'F') return c - 'A' + 10;
        throw notJson();
    }

    private Number number() {
        int start = at;
        if (isAt('-')) at++;
        int first = at;
        digits();
        if (text.charAt(first) == '0' && at > first + 1) throw notJson();
        int end = at;
        if (isAt('.')) {
            at++;
            digits();
        }
        if (isAt('e') || isAt('E')) {
            at++;
            if (isAt('+') || isAt('-')) at++;
            digits();
        }
        return number(text.substring(start, at), at == end);
    }

    private static Number number(String digits, boolean isWhole) {
        if (isWhole && digits.length() <= DIGITS_OF_ANY_LONG) return Long.parseLong(digits);
        if (isWhole && digits.length() <= MAX_LONG_DIGITS) {
            var exact = new BigInteger(digits);
            if (exact.bitLength() < Long.SIZE) return exact.longValue();
        }
        double number = Double.parseDouble(digits);
        if (Double.isInfinite(number)) throw notJson();
        return number;
    }

    private void digits() {
        int start = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') at++;
        if (at == start) throw notJson();
    }

    private boolean isAt(char c) {
        return at < text.length() && text.charAt(at) == c;
    }

    /** Skips white space, and the given character if it follows. */
    private boolean isNext(char c) {
        skipSpace();
        if (!isAt(c)) return false;
        at++;
        return true;
    }

    private void skipSpace() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c != ' ' && c != '\n' && c != '\r' && c != '\t') return;
            at++;
        }
    }

    private char peek() {
        if (at == text.length()) throw notJson();
        return text.charAt(at);
    }

    private char next() {
        char c = peek();
        at++;
        return c;
    }

    private static JsonException notJson() {
        return new JsonException("not JSON");
    }
}
