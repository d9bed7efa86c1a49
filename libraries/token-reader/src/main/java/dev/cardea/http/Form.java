package dev.cardea.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads and writes {@code application/x-www-form-urlencoded} and percent-encoding as browsers do (WHATWG URL §5,
 * ECMA-262).
 */
public final class Form {
    /** The maximum number of pairs; a form with more is rejected. */
    public static final int MAX_PAIRS = 100;

    private static final boolean[] COMPONENT_SAFE = alphanumericAnd("-_.!~*'()");
    private static final boolean[] FORM_SAFE = alphanumericAnd("*-._");
    private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);

    private Form() {}

    /**
     * Reads the pairs in order. If a name is repeated, the last value wins and keeps the position of the first.
     *
     * @throws IllegalArgumentException if there are more than {@link #MAX_PAIRS} pairs
     */
    public static Map<String, String> decode(String text) {
        var values = new LinkedHashMap<String, String>();
        for (var pair : pairs(text)) values.put(pair.getKey(), pair.getValue());
        return values;
    }

    /** Returns the first value of a name; for {@code error} the first one counts. */
    public static Optional<String> first(String text, String name) {
        return pairs(text).stream()
                .filter(p -> p.getKey().equals(name))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** Returns the names that occur more than once. */
    public static Set<String> repeated(String text) {
        var seen = new HashSet<String>();
        return pairs(text).stream()
                .map(Map.Entry::getKey)
                .filter(name -> !seen.add(name))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Writes {@code name=value} pairs joined by ampersands. */
    public static String encode(Map<String, String> values) {
        var out = new StringBuilder();
        values.forEach((name, value) -> {
            if (out.length() > 0) out.append('&');
            out.append(encode(name)).append('=').append(encode(value));
        });
        return out.toString();
    }

    /** Encodes one name or value of a form; a space becomes a plus. */
    public static String encode(String text) {
        return percentEncode(text, FORM_SAFE).replace("%20", "+");
    }

    /** Encodes one part of a URL, as {@code encodeURIComponent} does. */
    public static String encodeComponent(String text) {
        return percentEncode(text, COMPONENT_SAFE);
    }

    /**
     * Percent-decodes strictly. Returns empty for a malformed escape or bytes that are not UTF-8. A plus stays a plus.
     */
    public static Optional<String> decodeComponent(String text) {
        if (text.indexOf('%') < 0) return Optional.of(text);
        byte[] in = text.getBytes(StandardCharsets.UTF_8);
        var out = ByteBuffer.allocate(in.length);
        for (int i = 0; i < in.length; i++) {
            if (in[i] != '%') {
                out.put(in[i]);
                continue;
            }
            int octet = octet(in, i);
            if (octet < 0) return Optional.empty();
            out.put((byte) octet);
            i += 2;
        }
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(out.flip())
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private static List<Map.Entry<String, String>> pairs(String text) {
        var pairs = new ArrayList<Map.Entry<String, String>>();
        int start = 0;
        while (start < text.length()) {
            int end = text.indexOf('&', start);
            if (end < 0) end = text.length();
            if (end > start) {
                if (pairs.size() == MAX_PAIRS) throw new IllegalArgumentException("more than " + MAX_PAIRS + " fields");
                String pair = text.substring(start, end);
                int equals = pair.indexOf('=');
                pairs.add(Map.entry(
                        decodeLeniently(equals < 0 ? pair : pair.substring(0, equals)),
                        equals < 0 ? "" : decodeLeniently(pair.substring(equals + 1))));
            }
            start = end + 1;
        }
        return pairs;
    }

    /** Decodes as browsers decode forms: a plus is a space, and a malformed escape stays as it is. */
    private static String decodeLeniently(String text) {
        if (text.indexOf('%') < 0) return text.replace('+', ' ');
        byte[] in = text.replace('+', ' ').getBytes(StandardCharsets.UTF_8);
        byte[] out = new byte[in.length];
        int length = 0;
        for (int i = 0; i < in.length; i++) {
            int octet = in[i] == '%' ? octet(in, i) : -1;
            if (octet >= 0) i += 2;
            out[length++] = octet >= 0 ? (byte) octet : in[i];
        }
        return new String(out, 0, length, StandardCharsets.UTF_8);
    }

    private static int octet(byte[] in, int percent) {
        if (percent + 2 >= in.length) return -1;
        int high = Character.digit(in[percent + 1], 16);
        int low = Character.digit(in[percent + 2], 16);
        return high < 0 || low < 0 ? -1 : high << 4 | low;
    }

    private static String percentEncode(String text, boolean[] safe) {
        if (isSafe(text, safe)) return text;
        byte[] in = text.getBytes(StandardCharsets.UTF_8);
        byte[] out = new byte[3 * in.length];
        int length = 0;
        for (byte b : in) {
            int c = b & 0xff;
            if (c < safe.length && safe[c]) {
                out[length++] = b;
            } else {
                out[length++] = '%';
                out[length++] = HEX[c >> 4];
                out[length++] = HEX[c & 0xf];
            }
        }
        return new String(out, 0, length, StandardCharsets.US_ASCII);
    }

    /** Tokens are long and contain safe characters only, so they are returned without being copied. */
    private static boolean isSafe(String text, boolean[] safe) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= safe.length || !safe[c]) return false;
        }
        return true;
    }

    /** A table by character code: the characters of a token follow no order that branch prediction could learn. */
    private static boolean[] alphanumericAnd(String others) {
        var safe = new boolean[128];
        for (char c = '0'; c <= '9'; c++) safe[c] = true;
        for (char c = 'A'; c <= 'Z'; c++) safe[c] = true;
        for (char c = 'a'; c <= 'z'; c++) safe[c] = true;
        for (char c : others.toCharArray()) safe[c] = true;
        return safe;
    }
}
