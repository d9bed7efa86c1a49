package dev.cardea.testing;

import dev.cardea.http.WebUrl;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Handles cookies as a browser does (RFC 6265bis §5): domains, paths, prefixes, ages, SameSite and the size limit. */
final class CookieJar {
    private static final int MAX_NAME_AND_VALUE = 4096;

    private record Key(String name, String domain, String path) {}

    private record StoredCookie(
            String name,
            String value,
            String domain,
            boolean hostOnly,
            String path,
            boolean secure,
            String sameSite,
            @Nullable Instant expires) {

        boolean fits(WebUrl url, Instant now) {
            boolean alive = expires == null || expires.isAfter(now);
            boolean host = hostOnly ? url.host().equals(domain) : isBelow(url.host(), domain);
            boolean safe = !secure || url.isHttps() || url.isLoopback();
            return alive && host && safe && isPathBelow(url.path(), path);
        }
    }

    private final Map<Key, StoredCookie> cookies = new LinkedHashMap<>();

    /** Returns the value of the {@code Cookie} header; an empty text without cookies. */
    synchronized String header(WebUrl url, boolean crossSite, boolean safeMethod, Instant now) {
        var header = new StringBuilder();
        matching(url, now)
                .filter(cookie ->
                        !crossSite || cookie.sameSite.equals("none") || (cookie.sameSite.equals("lax") && safeMethod))
                .forEach(cookie -> header.append(header.length() == 0 ? "" : "; ")
                        .append(cookie.name)
                        .append('=')
                        .append(cookie.value));
        return header.toString();
    }

    /** Returns the names and raw values that the site itself would receive. */
    synchronized Map<String, String> values(WebUrl url, Instant now) {
        var values = new LinkedHashMap<String, String>();
        matching(url, now).forEach(cookie -> values.putIfAbsent(cookie.name, cookie.value));
        return values;
    }

    /** Stores a {@code Set-Cookie} line; a cookie that a browser would reject is ignored. */
    synchronized void store(WebUrl from, String line, Instant now) {
        String[] parts = line.split(";", -1);
        int equals = parts[0].indexOf('=');
        if (equals < 1) return;
        String name = parts[0].substring(0, equals).strip();
        String value = parts[0].substring(equals + 1).strip();
        if (name.length() + value.length() > MAX_NAME_AND_VALUE) return;

        var attributes = attributes(parts);
        var cookie = cookie(name, value, attributes, from, now);
        if (!isAllowed(cookie, attributes, from)) return;
        var key = new Key(name, cookie.domain, cookie.path);
        if (cookie.expires != null && !cookie.expires.isAfter(now)) cookies.remove(key);
        else cookies.put(key, cookie);
    }

    synchronized void clear() {
        cookies.clear();
    }

    /**
     * Returns whether two addresses are same-site: same scheme and same registrable domain, taken as the last two
     * labels.
     */
    static boolean sameSite(WebUrl one, WebUrl other) {
        return one.scheme().equals(other.scheme()) && site(one.host()).equals(site(other.host()));
    }

    private static String site(String host) {
        if (WebUrl.isLoopback(host) || host.startsWith("[") || Character.isDigit(host.charAt(host.length() - 1))) {
            return host;
        }
        int last = host.lastIndexOf('.');
        return host.substring(host.lastIndexOf('.', last - 1) + 1);
    }

    private Stream<StoredCookie> matching(WebUrl url, Instant now) {
        return cookies.values().stream()
                .filter(cookie -> cookie.fits(url, now))
                .sorted(Comparator.comparing(cookie -> -cookie.path.length()));
    }

    private static Map<String, String> attributes(String[] parts) {
        var attributes = new LinkedHashMap<String, String>();
        for (int i = 1; i < parts.length; i++) {
            int equals = parts[i].indexOf('=');
            String name = equals < 0 ? parts[i] : parts[i].substring(0, equals);
            attributes.put(
                    name.strip().toLowerCase(Locale.ROOT),
                    equals < 0 ? "" : parts[i].substring(equals + 1).strip());
        }
        return attributes;
    }

    private static StoredCookie cookie(
            String name, String value, Map<String, String> attributes, WebUrl from, Instant now) {
        String domain = attributes.getOrDefault("domain", "").toLowerCase(Locale.ROOT);
        if (domain.startsWith(".")) domain = domain.substring(1);
        String path = attributes.getOrDefault("path", "");
        return new StoredCookie(
                name,
                value,
                domain.isEmpty() ? from.host() : domain,
                domain.isEmpty(),
                path.startsWith("/") ? path : defaultPath(from.path()),
                attributes.containsKey("secure"),
                attributes.getOrDefault("samesite", "lax").toLowerCase(Locale.ROOT),
                expires(attributes, now));
    }

    private static boolean isAllowed(StoredCookie cookie, Map<String, String> attributes, WebUrl from) {
        boolean secureOrigin = from.isHttps() || from.isLoopback();
        if (cookie.secure && !secureOrigin) return false;
        if (cookie.sameSite.equals("none") && !cookie.secure) return false;
        if (!cookie.hostOnly && (!isBelow(from.host(), cookie.domain) || !cookie.domain.contains("."))) return false;
        if (cookie.name.startsWith("__Secure-")) return cookie.secure;
        if (!cookie.name.startsWith("__Host-")) return true;
        return cookie.secure && cookie.hostOnly && "/".equals(attributes.get("path"));
    }

    private static @Nullable Instant expires(Map<String, String> attributes, Instant now) {
        String age = attributes.get("max-age");
        if (age != null && age.matches("-?\\d{1,15}")) {
            long seconds = Long.parseLong(age);
            return seconds <= 0 ? Instant.EPOCH : now.plusSeconds(seconds);
        }
        return Optional.ofNullable(attributes.get("expires"))
                .flatMap(CookieJar::date)
                .orElse(null);
    }

    private static Optional<Instant> date(String text) {
        try {
            return Optional.of(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static String defaultPath(String path) {
        int last = path.lastIndexOf('/');
        return last <= 0 ? "/" : path.substring(0, last);
    }

    private static boolean isBelow(String host, String domain) {
        return host.equals(domain) || host.endsWith("." + domain);
    }

    private static boolean isPathBelow(String path, String prefix) {
        return path.startsWith(prefix)
                && (path.length() == prefix.length() || prefix.endsWith("/") || path.charAt(prefix.length()) == '/');
    }
}
