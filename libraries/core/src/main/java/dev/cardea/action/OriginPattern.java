package dev.cardea.action;

import dev.cardea.http.WebUrl;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One origin, such as {@code https://preview.example}, or several that differ in a part of the first label of their host,
 * such as {@code https://*-team.preview.example}. The star stands for one or more letters, digits and hyphens, and never
 * for a dot. Immutable.
 */
public final class OriginPattern {
    private static final Pattern STARRED =
            Pattern.compile("https://[a-z0-9-]*\\*[a-z0-9-]*(\\.[a-z0-9-]+){2,}(:\\d{1,5})?");
    private static final Pattern STAR = Pattern.compile("[a-z0-9-]+");

    private final String start;
    private final String end;
    private final boolean starred;

    private OriginPattern(String start, String end, boolean starred) {
        this.start = start;
        this.end = end;
        this.starred = starred;
    }

    /** @throws IllegalArgumentException where a text is no such pattern; the message says what to write */
    public static OriginPattern parse(String text) {
        boolean starred = text.indexOf('*') >= 0;
        if (starred && !STARRED.matcher(text).matches()) throw malformed(text);
        var origin = WebUrl.parse(text.replace('*', 'x'))
                .filter(url -> url.toString().equals(url.origin() + "/"))
                .filter(url -> url.isHttps() || url.isLoopback())
                .map(WebUrl::origin)
                .orElseThrow(() -> malformed(text));
        if (!starred) return new OriginPattern(origin, "", false);
        int star = text.indexOf('*');
        return new OriginPattern(text.substring(0, star), origin.substring(star + 1), true);
    }

    /** Returns the error of an invalid pattern; empty for a valid one. */
    public static Optional<String> problemOf(String text) {
        try {
            parse(text);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.ofNullable(e.getMessage());
        }
    }

    /** Returns whether the address is on this origin, or on one of these. */
    public boolean matches(WebUrl url) {
        var origin = url.origin();
        if (!starred) return origin.equals(start);
        if (!origin.startsWith(start) || !origin.endsWith(end) || origin.length() <= start.length() + end.length()) {
            return false;
        }
        return STAR.matcher(origin.substring(start.length(), origin.length() - end.length()))
                .matches();
    }

    /** Returns whether it stands for several origins. */
    public boolean isStarred() {
        return starred;
    }

    @Override
    public String toString() {
        return starred ? start + "*" + end : start;
    }

    private static IllegalArgumentException malformed(String text) {
        return new IllegalArgumentException("\"" + text.replaceAll("[^ -~]", "?")
                + "\" isn't an origin; write https://preview.example, or https://*-team.preview.example with one star"
                + " in the first label");
    }
}
