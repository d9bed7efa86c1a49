package dev.cardea.attacks;

import java.util.Locale;
import java.util.regex.Pattern;

/** Whether shared caches may keep an answer (RFC 9111, RFC 9213). */
final class Caching {
    private static final Pattern FRESH = Pattern.compile("\\bpublic\\b|max-age\\s*=\\s*\"?[1-9]");

    private Caching() {}

    /** Without any word about it, a cache may keep the answer to a GET by its own rule. */
    static boolean isShared(Answer answer) {
        for (var header : answer.headers()) {
            var name = header.name().toLowerCase(Locale.ROOT);
            // One cache obeys this header before the general one.
            boolean isTargeted = name.endsWith("-cache-control") || name.equals("surrogate-control");
            if (isTargeted && allows(header.value().toLowerCase(Locale.ROOT))) return true;
        }
        var control = answer.joined("cache-control");
        if (forbids(control)) return false;
        return answer.call().method().equals("GET") || FRESH.matcher(control).find();
    }

    private static boolean allows(String control) {
        return !forbids(control) && FRESH.matcher(control).find();
    }

    private static boolean forbids(String control) {
        return control.contains("private") || control.contains("no-store");
    }
}
