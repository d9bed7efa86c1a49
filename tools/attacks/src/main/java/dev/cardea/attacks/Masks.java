package dev.cardea.attacks;

import dev.cardea.http.Form;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Replaces secrets in texts of reports. A run adds each value that it gets or makes. */
final class Masks {
    private static final int MAX_LENGTH = 600;
    private static final int SHORTEST = 6;

    private final Set<String> secrets = ConcurrentHashMap.newKeySet();

    /** Masks a value from now on, also where it is in percent escapes. Values of less than six characters stay. */
    void add(String value) {
        if (value.length() < SHORTEST) return;
        secrets.add(value);
        secrets.add(Form.encodeComponent(value));
    }

    /** Returns a text of one line without secrets, shortened. */
    String apply(String text) {
        var masked = text;
        // The longest first, because a value may be part of another.
        for (var secret :
                secrets.stream().sorted((a, b) -> b.length() - a.length()).toList()) {
            masked = masked.replace(secret, "***");
        }
        masked = visible(masked);
        return masked.length() <= MAX_LENGTH
                ? masked
                : masked.substring(0, MAX_LENGTH) + "… (" + masked.length() + " characters)";
    }

    private static String visible(String text) {
        var line = new StringBuilder();
        text.codePoints().forEach(c -> {
            boolean plain = c >= ' ' && c != 0x7f && !(c >= 0x80 && c < 0xa0) && Character.isDefined(c);
            boolean hidden = Character.getType(c) == Character.FORMAT || c == 0x2028 || c == 0x2029;
            if (plain && !hidden) line.appendCodePoint(c);
            else line.append(String.format("\\u%04x", c));
        });
        return line.toString();
    }
}
