package dev.cardea.internal.engine;

import dev.cardea.http.Cookie;
import dev.cardea.http.Headers;
import dev.cardea.http.Response;
import dev.cardea.http.ResponseHeaders;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Adds the cookies and the cache headers of a visitor's session to the headers of a page. */
public final class SessionHeaders {
    private static final String SET_COOKIE = "Set-Cookie";

    private final ServerActions.@Nullable OpenedSession opened;
    private final Clock clock;

    /** @param opened {@code null} if the session could not be read; then nothing is added */
    public SessionHeaders(ServerActions.@Nullable OpenedSession opened, Clock clock) {
        this.opened = opened;
        this.clock = clock;
    }

    /** Returns whether {@link #keep(int, Headers)} reads the header. */
    public static boolean isRead(String header) {
        return header.equalsIgnoreCase(SET_COOKIE) || header.equalsIgnoreCase("Vary") || SharedCache.isPolicy(header);
    }

    /** Returns the cookies that prolong the session, or that end one that is over. */
    public List<Cookie> cookies() {
        return opened == null ? List.of() : opened.read().cookies();
    }

    /** Works as {@link #keep(int, Headers)}, on the headers of a framework's response. */
    public void keep(int status, ResponseHeaders response) {
        List<Headers.Field> fields = new ArrayList<>();
        // Some servers name a header once for each of its lines.
        var names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(response.names());
        for (var name : names) {
            if (!isRead(name)) continue;
            for (var value : response.values(name)) fields.add(new Headers.Field(name, value));
        }
        var page = Headers.of(fields);
        var kept = keep(status, page);
        if (kept == page) return;
        for (var name : kept.names()) {
            if (!kept.all(name).equals(page.all(name))) response.set(name, kept.all(name));
        }
    }

    /**
     * Returns the headers with the session's cookies, unless the page is public, sets or deletes the session cookie itself,
     * or was overtaken by a sign-out.
     */
    public Headers keep(int status, Headers page) {
        if (page.all(SET_COOKIE).stream().anyMatch(this::isAboutSession)) return uncached(status, page);
        if (opened == null || cookies().isEmpty()) return page;
        if (isPublic(status, page) || !opened.read().renewal().isWanted()) return page;
        opened.read().renewal().sent();
        var kept = Response.of(status).cookies(cookies()).headers();
        for (var field : page.fields()) kept = kept.with(field.name(), field.value());
        return uncached(status, kept);
    }

    /** Returns the cookie lines and the new cookies, without the cookie that would have prolonged the session as it was. */
    public List<String> replaced(List<String> before, List<Cookie> own) {
        var kept = cookies().stream().map(Cookie::toHeaderValue).toList();
        var lines = new ArrayList<>(before);
        lines.removeAll(kept);
        own.forEach(cookie -> lines.add(cookie.toHeaderValue()));
        return lines;
    }

    private boolean isPublic(int status, Headers page) {
        return SharedCache.mayStore(status, page, clock.instant());
    }

    /** A page that signs in or out itself has to send its cookies, so no shared cache may keep it. */
    private Headers uncached(int status, Headers headers) {
        var result = headers;
        if (!SharedCache.isClosed(headers) || isPublic(status, headers)) result = SharedCache.closed(headers);
        boolean varies = result.all("Vary").stream()
                .flatMap(line -> List.of(line.split(",")).stream())
                .anyMatch(name -> name.trim().equals("*") || name.trim().equalsIgnoreCase("cookie"));
        return varies ? result : result.with("Vary", "Cookie");
    }

    private boolean isAboutSession(String line) {
        if (opened == null) return false;
        return base(line.substring(0, Math.max(line.indexOf('='), 0))).equals(opened.cookieName());
    }

    /** The name without the number of a chunk. */
    private static String base(String name) {
        int end = name.length();
        while (end > 0 && Character.isDigit(name.charAt(end - 1))) end--;
        return end > 0 && end < name.length() && name.charAt(end - 1) == '.' ? name.substring(0, end - 1) : name;
    }
}
