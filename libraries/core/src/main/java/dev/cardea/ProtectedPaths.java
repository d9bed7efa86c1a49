package dev.cardea;

import dev.cardea.action.RequestPath;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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

    /** A router may cut the path here, or has read bytes that are not UTF-8. */
    private static final String NEVER_PUBLIC = "?#\\\\\uFFFD";

    private static final Pattern BEYOND_ASCII = Pattern.compile("(?:%[89a-fA-F][0-9a-fA-F])+");

    private final List<String> asWritten;
    private final List<String> patterns;

    private ProtectedPaths(List<String> asWritten, List<String> patterns) {
        this.asWritten = List.copyOf(asWritten);
        this.patterns = List.copyOf(patterns);
    }

    /**
     * Selects pages by decoded patterns: {@code /café/*}, not {@code /caf%C3%A9/*}.
     *
     * @throws IllegalArgumentException if a pattern would not cover every spelling of its pages. A pattern begins with
     *     a slash and does not end with one. A star is allowed as its last segment only. It contains no escape,
     *     parameter, query, empty segment, dots, backslash, white space or control character.
     */
    public static ProtectedPaths of(String... patterns) {
        return of(Arrays.asList(patterns));
    }

    /** Works as {@link #of(String...)}. */
    public static ProtectedPaths of(List<String> patterns) {
        return new ProtectedPaths(
                patterns, patterns.stream().map(ProtectedPaths::checked).toList());
    }

    /** Returns these pages, and those below a context path, for routers whose paths have it. */
    ProtectedPaths at(String contextPath) {
        if (contextPath.isEmpty()) return this;
        var context = folded(RequestPath.decoded(contextPath));
        var below = patterns.stream().map(pattern -> context + pattern);
        return new ProtectedPaths(
                asWritten, Stream.concat(patterns.stream(), below).toList());
    }

    /**
     * Returns whether a page is protected: whether at least one reading of its path is.
     *
     * @param readings the path as it was sent, and as the framework reads it
     */
    public boolean cover(String... readings) {
        return !patterns.isEmpty() && Arrays.stream(readings).anyMatch(this::coversAnyReadingOf);
    }

    /**
     * Returns whether a path is one of these pages in every way in which a router may read it: for pages that need no
     * sign-in.
     *
     * <p>{@link #cover} is {@code true} if one reading is covered, and this method only if all are. A path with a
     * segment {@code ..}, a control character, an encoded question mark, or bytes that are not UTF-8 is never covered.
     * Case counts in this method, because for some routers {@code /ABOUT} is another page than {@code /about}.
     *
     * @param path as it was sent
     */
    public boolean coverEveryReading(String path) {
        if (patterns.isEmpty()) return false;
        var text = withoutEscapedLetters(path);
        for (int i = 0; i < RequestPath.MAX_DECODINGS; i++) {
            if (!isCoveredWithoutDoubt(text)) return false;
            var decoded = RequestPath.decoded(text);
            if (decoded.equals(text)) return true;
            text = decoded;
        }
        return false;
    }

    private boolean isCoveredWithoutDoubt(String text) {
        var folded = folded(text);
        return text.chars().noneMatch(c -> c < 0x20 || c == 0x7f || NEVER_PUBLIC.indexOf(c) >= 0)
                && Arrays.stream(folded.split("/")).noneMatch(ProtectedPaths::leadsUp)
                && matches(text, asWritten)
                && matches(resolved(text), asWritten)
                && matches(folded, patterns)
                && matches(resolved(folded), patterns);
    }

    private static boolean leadsUp(String segment) {
        int semicolon = segment.indexOf(';');
        return (semicolon < 0 ? segment : segment.substring(0, semicolon)).equals("..");
    }

    /** Decodes what browsers always encode: bytes beyond ASCII, which have no other spelling. */
    private static String withoutEscapedLetters(String path) {
        var escapes = BEYOND_ASCII.matcher(path);
        return escapes.find() ? escapes.replaceAll(found -> RequestPath.decoded(found.group())) : path;
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
            if (coversOneOf(folded(text)) || coversOneOf(folded(withoutQuery(text)))) return true;
            var decoded = RequestPath.decoded(text);
            if (decoded.equals(text)) return false;
            text = decoded;
        }
        return true;
    }

    private boolean coversOneOf(String folded) {
        return matches(folded, patterns) || matches(resolved(folded), patterns);
    }

    /** Some routers look for a query, or for a fragment, only after they have decoded the path. */
    private static String withoutQuery(String path) {
        int end = 0;
        while (end < path.length() && path.charAt(end) != '?' && path.charAt(end) != '#') end++;
        return path.substring(0, end);
    }

    private static boolean matches(String path, List<String> patterns) {
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
