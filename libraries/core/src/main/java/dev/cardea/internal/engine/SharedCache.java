package dev.cardea.internal.engine;

import dev.cardea.http.Headers;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Whether a shared cache may keep an answer (RFC 9111 section 3, RFC 9213), so that it must not carry a session cookie. Some
 * caches go by a field of their own and ignore {@code Cache-Control} beside it, {@code private} too.
 */
public final class SharedCache {
    private static final String CACHE_CONTROL = "cache-control";
    /** Of Fastly, Varnish and Akamai; {@code X-Accel-Expires} is nginx's. All others end as RFC 9213 section 3 advises. */
    private static final Set<String> TARGETED = Set.of("surrogate-control", "edge-control");

    private static final String NGINX = "x-accel-expires";

    /** What a policy may say as text; a comma in it separates nothing. */
    private static final Pattern QUOTED = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"");

    private SharedCache() {}

    /** Returns whether the header says how long an answer may be kept, or by whom. */
    public static boolean isPolicy(String name) {
        return name.equalsIgnoreCase("Cache-Control") || name.equalsIgnoreCase("Expires") || isTargeted(name);
    }

    /**
     * @param status of the answer: with 304 a cache updates what it has stored
     * @param headers as the application set them; an answer without a policy is not public, for it is given one
     */
    public static boolean mayStore(int status, Headers headers, Instant now) {
        if (status == 304) return true;
        for (var field : headers.fields()) {
            if (isTargeted(field.name()) && isOpen(field, now)) return true;
        }
        var own = directives(headers, "Cache-Control");
        if (has(own, "public") || has(own, "s-maxage")) return true;
        if (isPrivate(own)) return false;
        // Kept beyond its time (RFC 5861), whatever else is said.
        if (has(own, "stale-while-revalidate") || has(own, "stale-if-error")) return true;
        if (has(own, "max-age")) return !own.contains("max-age=0");
        return has(own, "immutable") || (own.isEmpty() && isFresh(headers, now));
    }

    /** Returns whether the page itself keeps shared caches from storing the answer at all. */
    public static boolean isClosed(Headers headers) {
        return isPrivate(directives(headers, "Cache-Control"));
    }

    /** The headers of an answer that no shared cache may keep. */
    public static Headers closed(Headers headers) {
        var result = headers.set("Cache-Control", "private, no-store");
        for (var field : headers.fields()) {
            if (isTargeted(field.name())) result = result.set(field.name(), isNginx(field.name()) ? "0" : "no-store");
        }
        return result;
    }

    private static boolean isTargeted(String name) {
        var lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith("-" + CACHE_CONTROL) || TARGETED.contains(lower) || lower.equals(NGINX);
    }

    private static boolean isNginx(String name) {
        return name.equalsIgnoreCase(NGINX);
    }

    /** Whether the cache that a field is meant for may keep the answer. */
    private static boolean isOpen(Headers.Field field, Instant now) {
        if (!isNginx(field.name())) {
            var directives = directives(List.of(field.value()));
            return !isPrivate(directives) && !directives.contains("bypass-cache");
        }
        var value = field.value().trim();
        try {
            // Seconds from now, or behind an @ since 1970; 0 and the past end caching.
            return value.startsWith("@")
                    ? Long.parseLong(value.substring(1)) > now.getEpochSecond()
                    : Long.parseLong(value) > 0;
        } catch (NumberFormatException e) {
            return true;
        }
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
        return directives(headers.all(name));
    }

    /** With {@code private="set-cookie"} as {@code private=?}: what is private in part may be kept in part. */
    private static List<String> directives(List<String> lines) {
        return lines.stream()
                .flatMap(line ->
                        List.of(QUOTED.matcher(line.toLowerCase(Locale.ROOT))
                                        .replaceAll("?")
                                        .split(","))
                                .stream())
                .map(each -> each.replace(" ", "").replace("\t", "").replace("\"", ""))
                .filter(each -> !each.isEmpty())
                .toList();
    }
}
