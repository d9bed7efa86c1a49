package dev.cardea.http;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An absolute http or https URL, validated as strictly as a redirect requires. The only class that decides whether two
 * addresses share an origin.
 *
 * <p>Text is split on the delimiters of RFC 3986. Control characters, white space, backslashes and user information are
 * rejected, because browsers and URL libraries disagree about them. So are hosts that are neither plain ASCII names nor
 * bracketed IPv6 addresses. Characters that browsers percent-encode are percent-encoded.
 */
public final class WebUrl {
    private static final char[] HEX = "0123456789ABCDEF".toCharArray();
    private static final Pattern LOOPBACK_V4 = Pattern.compile("127(\\.\\d{1,3}){3}");

    private final String scheme;
    private final String host;
    private final int port;
    private final String rest;

    private WebUrl(String scheme, String host, int port, String rest) {
        this.scheme = scheme;
        this.host = host;
        this.port = port;
        this.rest = rest;
    }

    /** Parses an absolute URL. Returns empty if the text is not one, or not one that can be validated safely. */
    public static Optional<WebUrl> parse(String text) {
        int colon = text.indexOf(':');
        if (colon < 0 || !isSafe(text) || !text.startsWith("//", colon + 1)) return Optional.empty();
        String scheme = text.substring(0, colon).toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) return Optional.empty();
        int start = colon + 3;
        int end = start;
        while (end < text.length() && "/?#".indexOf(text.charAt(end)) < 0) end++;
        String rest = escape(text.substring(end));
        return authority(scheme, text.substring(start, end), rest.startsWith("/") ? rest : "/" + rest);
    }

    /**
     * Returns whether a text could go into a redirect: it contains nothing that browsers drop, replace or read as a
     * delimiter.
     */
    public static boolean isSafe(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= 0x20
                    || (c >= 0x7f && c <= 0x9f)
                    || c == '\\'
                    || Character.isWhitespace(c)
                    || Character.isSpaceChar(c)) {
                return false;
            }
        }
        return true;
    }

    /** Percent-encodes (UTF-8) what a browser would encode in a path, a query or a fragment. */
    public static String escape(String text) {
        var out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            int length = Character.charCount(point);
            if (point > 0x7e || "\"<>`{}^".indexOf(point) >= 0) {
                for (byte b : text.substring(i, i + length).getBytes(StandardCharsets.UTF_8)) {
                    out.append('%').append(HEX[b >> 4 & 0xf]).append(HEX[b & 0xf]);
                }
            } else {
                out.appendCodePoint(point);
            }
            i += length;
        }
        return out.toString();
    }

    public String scheme() {
        return scheme;
    }

    /** Returns the host in lower case, with IPv6 addresses in brackets. */
    public String host() {
        return host;
    }

    /** Returns scheme, host, and the port unless it is the default of the scheme; no trailing slash. */
    public String origin() {
        return scheme + "://" + authority();
    }

    /** Returns the host, and the port unless it is the default of the scheme. */
    public String authority() {
        return port < 0 ? host : host + ":" + port;
    }

    /** Returns the path, from the first slash up to the query. */
    public String path() {
        return rest.substring(0, endOf(rest, "?#"));
    }

    /** Returns the raw query without its question mark; {@code null} if the URL has no query. */
    public @Nullable String query() {
        String target = target();
        int mark = target.indexOf('?');
        return mark < 0 ? null : target.substring(mark + 1);
    }

    /** Returns path and query: the target of a request line. */
    public String target() {
        return rest.substring(0, endOf(rest, "#"));
    }

    public boolean sameOrigin(WebUrl other) {
        return origin().equals(other.origin());
    }

    public boolean isHttps() {
        return scheme.equals("https");
    }

    /** Returns whether the host names this machine (RFC 6761, RFC 5735, RFC 4291), without a DNS lookup. */
    public boolean isLoopback() {
        return isLoopback(host);
    }

    public static boolean isLoopback(String host) {
        return host.equals("localhost")
                || host.endsWith(".localhost")
                || host.equals("[::1]")
                || LOOPBACK_V4.matcher(host).matches();
    }

    @Override
    public String toString() {
        return origin() + rest;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof WebUrl url && toString().equals(url.toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    private static Optional<WebUrl> authority(String scheme, String authority, String rest) {
        int colon = authority.lastIndexOf(':');
        boolean hasPort = colon > authority.lastIndexOf(']');
        String host = (hasPort ? authority.substring(0, colon) : authority).toLowerCase(Locale.ROOT);
        if (!isHost(host)) return Optional.empty();
        int port = hasPort ? port(authority.substring(colon + 1)) : -1;
        if (port < -1) return Optional.empty();
        boolean usual = port == (scheme.equals("https") ? 443 : 80);
        return Optional.of(new WebUrl(scheme, host, usual ? -1 : port, rest));
    }

    private static int port(String digits) {
        if (digits.isEmpty()) return -2;
        if (digits.length() > 5 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) return -2;
        int port = Integer.parseInt(digits);
        return port <= 65535 ? port : -2;
    }

    private static boolean isHost(String host) {
        if (host.startsWith("[")) {
            return host.length() > 3
                    && host.endsWith("]")
                    && host.substring(1, host.length() - 1).chars().allMatch(c -> "0123456789abcdef:.".indexOf(c) >= 0);
        }
        return !host.isEmpty()
                && host.length() <= 253
                && host.chars()
                        .allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || "-._".indexOf(c) >= 0);
    }

    private static int endOf(String text, String delimiters) {
        int end = 0;
        while (end < text.length() && delimiters.indexOf(text.charAt(end)) < 0) end++;
        return end;
    }
}
