package dev.cardea;

import dev.cardea.action.RequestPath;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Selects protected pages by path: {@code /account} is one page, {@code /admin/*} a page and all below it,
 * {@code /*} everything.
 *
 * <pre>{@code
 * var guarded = ProtectedPaths.of("/account", "/admin/*");
 * if (guarded.cover(request.path(), routedPath)) …
 * }</pre>
 *
 * <p>Routers differ in what they do to a path before they look for its page: some decode it, drop what follows a
 * semicolon, resolve dots, join slashes, or ignore case. A path is covered if any of these makes it a protected one, so
 * it works with any router. {@link Guard} asks it for each request. The cost: a few odd spellings require sign-in unnecessarily.
 */
public final class ProtectedPaths {
    /** Routers decode these characters, or do not treat them as part of a path. */
    private static final String NEVER_IN_A_PATTERN = "%;?#\\\\";

    private final List<String> patterns;

    private ProtectedPaths(List<String> patterns) {
        this.patterns = patterns;
    }

    /**
     * Takes decoded patterns: {@code /café/*}, not {@code /caf%C3%A9/*}.
     *
     * @throws IllegalArgumentException where a pattern would not cover every spelling of its pages. A pattern begins
     *     with a slash and does not end with one. A star is only its last segment. It contains no escape, parameter,
     *     query, empty segment, dots, backslash, white space or control character.
     */
    public static ProtectedPaths of(String... patterns) {
        return of(Arrays.asList(patterns));
    }

    /** See {@link #of(String...)}. */
    public static ProtectedPaths of(List<String> patterns) {
        return new ProtectedPaths(patterns.stream().map(ProtectedPaths::checked).toList());
    }

    /**
     * Whether a page is protected.
     *
     * @param readings its path, as it was sent and as the framework reads it; one that is covered is enough
     */
    public boolean cover(String... readings) {
        return !patterns.isEmpty() && Arrays.stream(readings).anyMatch(this::coversAnyReadingOf);
    }

    private static String checked(String pattern) {
        int star = pattern.indexOf('*');
        if (!pattern.startsWith("/") || (star >= 0 && star != pattern.length() - 1) || pattern.matches(".+[^/]\\*")) {
            throw malformed(pattern, "write /page, /folder/* or /*");
        }
        if (!RequestPath.decoded(pattern).equals(pattern))
            throw malformed(pattern, "write it decoded: " + RequestPath.decoded(pattern));
        if (pattern.chars().anyMatch(c -> c <= 0x20 || c == 0x7f || NEVER_IN_A_PATTERN.indexOf(c) >= 0)) {
            throw malformed(pattern, "a path has no white space and none of " + NEVER_IN_A_PATTERN);
        }
        if (pattern.length() > 1 && pattern.endsWith("/")) {
            throw malformed(pattern, "write it without its last slash, which covers both spellings");
        }
        var folded = folded(pattern);
        if (!resolved(folded).equals(folded)) throw malformed(pattern, "write it without empty segments and dots");
        return folded;
    }

    private static IllegalArgumentException malformed(String pattern, String remedy) {
        return new IllegalArgumentException(pattern + " is not a pattern; " + remedy);
    }

    private boolean coversAnyReadingOf(String path) {
        var text = path;
        for (int i = 0; i < RequestPath.MAX_DECODINGS; i++) {
            if (matches(folded(text)) || matches(resolved(folded(text)))) return true;
            var decoded = RequestPath.decoded(text);
            if (decoded.equals(text)) return false;
            text = decoded;
        }
        return true;
    }

    private boolean matches(String path) {
        for (var pattern : patterns) {
            if (!pattern.endsWith("/*")) {
                if (path.equals(pattern) || path.equals(pattern + "/")) return true;
            } else {
                var folder = pattern.substring(0, pattern.length() - 1);
                if (path.startsWith(folder) || (path + "/").equals(folder)) return true;
            }
        }
        return false;
    }

    /** Without case, controls and spaces; up and down, as some letters meet only one way. */
    private static String folded(String path) {
        var out = new StringBuilder(path.length());
        path.codePoints().filter(c -> c > 0x20 && c != 0x7f).forEach(c -> out.appendCodePoint(c == '\\' ? '/' : c));
        return out.toString().toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }

    /** Without parameters of segments, empty segments and dots (RFC 3986 §5.2.4); dots never lead above the root. */
    private static String resolved(String path) {
        var segments = new ArrayDeque<String>();
        for (var part : path.split("/")) {
            int semicolon = part.indexOf(';');
            var segment = semicolon < 0 ? part : part.substring(0, semicolon);
            if (segment.equals("..")) segments.pollLast();
            else if (!segment.isEmpty() && !segment.equals(".")) segments.addLast(segment);
        }
        return "/" + String.join("/", segments);
    }
}
