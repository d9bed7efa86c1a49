package dev.cardea.forward;

import dev.cardea.action.RequestPath;
import dev.cardea.http.Request;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The request of a client that a proxy asks about.
 *
 * @param origin as the client sees it, such as {@code https://app.example}
 * @param target path and query, as sent
 */
record ClientRequest(String method, String origin, String target) {
    private static final Pattern ORIGIN = Pattern.compile("(https?)://[^/?#@\\\\\\s,]+");
    /** In ASCII: browsers encode everything else, and routers differ in how they read it. */
    private static final Pattern TARGET = Pattern.compile("/[!-~&&[^#]]*");

    private static final Pattern METHOD = Pattern.compile("[A-Za-z][A-Za-z-]{0,31}");

    /** The proxy did not describe the request, or described it twice. */
    static final class UnreadableException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnreadableException(String message) {
            super(message, null, false, false);
        }
    }

    /** @throws UnreadableException where a part is malformed */
    ClientRequest {
        if (!METHOD.matcher(method).matches()) throw new UnreadableException("the method is malformed");
        if (!ORIGIN.matcher(origin).matches()) throw new UnreadableException("the scheme or the host is malformed");
        if (!TARGET.matcher(target).matches()) throw new UnreadableException("the path is malformed");
        if (RequestPath.hasUnicodeEscape(path(target))) throw new UnreadableException("the path has an escape %u");
        if (!isUtf8(path(target))) throw new UnreadableException("the path is not UTF-8");
    }

    /**
     * Splits an address.
     *
     * @throws UnreadableException where it is not absolute, or has no path
     */
    static ClientRequest of(String method, String url) {
        int authority = url.indexOf("://") + 3;
        int path = authority < 3 ? -1 : url.indexOf('/', authority);
        if (path < 0) throw new UnreadableException("the address has no scheme, host or path");
        return new ClientRequest(method, url.substring(0, path), url.substring(path));
    }

    /** Some proxies name the scheme of a WebSocket ({@code wss}), which is opened by a request of {@code https}. */
    static String origin(String scheme, String host) {
        var http = switch (scheme.toLowerCase(Locale.ROOT)) {
            case "ws" -> "http";
            case "wss" -> "https";
            default -> scheme.toLowerCase(Locale.ROOT);
        };
        return http + "://" + host;
    }

    /** A router may read other bytes as letters of another alphabet, which no rule names. */
    private static boolean isUtf8(String path) {
        var text = path;
        for (int i = 0; i < RequestPath.MAX_DECODINGS && text.indexOf('%') >= 0; i++) {
            text = RequestPath.decoded(text);
            if (text.indexOf('\uFFFD') >= 0) return false;
        }
        return true;
    }

    String path() {
        return path(target);
    }

    private static String path(String target) {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    String url() {
        return origin + target;
    }

    /**
     * Makes the request itself, without a body.
     *
     * @param asked the proxy's question: its headers are those of the client
     */
    Request toRequest(Request asked) {
        int authority = origin.indexOf("://");
        var headers = asked.headers().set("host", origin.substring(authority + 3));
        return Request.of(method, origin.substring(0, authority), target, headers, new byte[0], asked.remoteAddress());
    }

    /** Whether a browser asks for a page: only then does a redirect to the sign-in page help. */
    boolean isForPage(Request asked) {
        return method.equals("GET") && asked.header("accept").orElse("").contains("text/html");
    }
}
