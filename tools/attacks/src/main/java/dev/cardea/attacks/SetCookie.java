package dev.cardea.attacks;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A {@code Set-Cookie} header.
 *
 * @param value as sent, in percent escapes
 * @param attributes trimmed, in lower case, such as {@code samesite=lax}
 */
record SetCookie(String name, String value, List<String> attributes) {
    static SetCookie parse(String header) {
        var parts = header.split(";");
        int equals = parts[0].indexOf('=');
        var name = equals < 0 ? "" : parts[0].substring(0, equals).trim();
        var value = parts[0].substring(equals + 1).trim();
        var attributes = Arrays.stream(parts)
                .skip(1)
                .map(part -> part.trim().toLowerCase(Locale.ROOT))
                .toList();
        return new SetCookie(name, value, attributes);
    }

    boolean has(String attribute) {
        return attributes.contains(attribute);
    }

    Optional<String> attribute(String name) {
        return attributes.stream()
                .filter(each -> each.startsWith(name + "="))
                .map(each -> each.substring(name.length() + 1))
                .findFirst();
    }

    /** Returns whether the browser deletes the cookie. */
    boolean deletes() {
        return value.isEmpty() || has("max-age=0");
    }
}
