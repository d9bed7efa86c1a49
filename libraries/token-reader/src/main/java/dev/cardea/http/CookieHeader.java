package dev.cardea.http;

import java.util.LinkedHashMap;
import java.util.Map;

/** Parses the {@code Cookie} request header (RFC 6265 §5.4), as leniently as the cookies of browsers require. */
public final class CookieHeader {
    private CookieHeader() {}

    /** Returns the cookies by name, in their order. If a name is repeated, the first value counts. Never throws. */
    public static Map<String, String> parse(String header) {
        var cookies = new LinkedHashMap<String, String>();
        int start = 0;
        while (start < header.length()) {
            int end = header.indexOf(';', start);
            if (end < 0) end = header.length();
            int equals = header.indexOf('=', start);
            if (equals >= 0 && equals < end) {
                cookies.putIfAbsent(trim(header, start, equals), value(trim(header, equals + 1, end)));
            }
            start = end + 1;
        }
        return cookies;
    }

    private static String value(String raw) {
        return raw.indexOf('%') < 0 ? raw : Form.decodeComponent(raw).orElse(raw);
    }

    private static String trim(String text, int start, int end) {
        int from = start;
        int to = end;
        while (from < to && isBlank(text.charAt(from))) from++;
        while (to > from && isBlank(text.charAt(to - 1))) to--;
        return text.substring(from, to);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }
}
