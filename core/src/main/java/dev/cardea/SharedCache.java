package dev.cardea;

import dev.cardea.http.Headers;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** Whether a shared cache may keep an answer (RFC 9111 section 3, RFC 9213), so that it must not carry a session cookie. */
final class SharedCache {
    private static final List<String> TARGETED = List.of("CDN-Cache-Control", "Surrogate-Control");

    private SharedCache() {}

    /**
     * @param status of the answer: with 304 a cache updates what it has stored
     * @param headers as the application set them; an answer without a policy is not public, for it is given one
     */
    static boolean mayStore(int status, Headers headers, Instant now) {
        if (status == 304) return true;
        for (var name : TARGETED) {
            if (headers.has(name) && !isPrivate(directives(headers, name))) return true;
        }
        var own = directives(headers, "Cache-Control");
        if (has(own, "public") || has(own, "s-maxage")) return true;
        if (isPrivate(own)) return false;
        if (has(own, "max-age")) return !own.contains("max-age=0");
        return has(own, "immutable") || (own.isEmpty() && isFresh(headers, now));
    }

    private static boolean isPrivate(List<String> directives) {
        return directives.contains("no-store") || directives.contains("private");
    }

    /** Anything that is not a date means that the answer has expired (RFC 9111 section 5.3). */
    private static boolean isFresh(Headers headers, Instant now) {
        var expires = headers.first("Expires");
        if (expires.isEmpty()) return false;
        try {
            var date = DateTimeFormatter.RFC_1123_DATE_TIME.parse(expires.get().trim());
            return Instant.from(date).isAfter(now);
        } catch (DateTimeException e) {
            return false;
        }
    }

    private static boolean has(List<String> directives, String name) {
        return directives.stream().anyMatch(each -> each.equals(name) || each.startsWith(name + "="));
    }

    private static List<String> directives(Headers headers, String name) {
        return headers.all(name).stream()
                .flatMap(line -> List.of(line.toLowerCase(Locale.ROOT).split(",")).stream())
                .map(each -> each.replace(" ", "").replace("\t", "").replace("\"", ""))
                .filter(each -> !each.isEmpty())
                .toList();
    }
}
