package dev.cardea.http;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP request as a value. The request target stays the text that was sent: {@code java.net.URI} refuses characters
 * that browsers send, and {@code java.net.URL} misreads hosts.
 *
 * <pre>{@code
 * Request.get("https://app.example/auth/session").header("cookie", cookies)
 * }</pre>
 */
public final class Request {
    private final String method;
    private final String scheme;
    private final String target;
    private final Headers headers;
    private final byte[] body;
    private final @Nullable String remoteAddress;

    private Request(
            String method, String scheme, String target, Headers headers, byte[] body, @Nullable String remoteAddress) {
        this.method = method;
        this.scheme = scheme;
        this.target = target;
        this.headers = headers;
        this.body = body;
        this.remoteAddress = remoteAddress;
    }

    /**
     * What a host module makes of its framework's request.
     *
     * @param scheme of the connection itself, {@code http} or {@code https}; forwarded headers are judged later
     * @param target path and query as sent
     * @param remoteAddress of the peer, where it is known
     */
    public static Request of(
            String method, String scheme, String target, Headers headers, byte[] body, @Nullable String remoteAddress) {
        return new Request(method, scheme, target, headers, body.clone(), remoteAddress);
    }

    /**
     * A request to an absolute URL, with its {@code Host} header.
     *
     * @throws IllegalArgumentException where the URL is not an absolute http or https URL
     */
    public static Request of(String method, String url) {
        var parsed = WebUrl.parse(url).orElseThrow(() -> new IllegalArgumentException("not an absolute http URL"));
        return new Request(
                method, parsed.scheme(), parsed.target(), Headers.of("host", parsed.authority()), new byte[0], null);
    }

    public static Request get(String url) {
        return of("GET", url);
    }

    public static Request post(String url, String contentType, String body) {
        return of("POST", url).header("content-type", contentType).body(body);
    }

    /** A copy with one more header field line. */
    public Request header(String name, String value) {
        return new Request(method, scheme, target, headers.with(name, value), body, remoteAddress);
    }

    public Request headers(Headers changed) {
        return new Request(method, scheme, target, changed, body, remoteAddress);
    }

    /** A copy with a UTF-8 body. */
    public Request body(String text) {
        return new Request(method, scheme, target, headers, text.getBytes(StandardCharsets.UTF_8), remoteAddress);
    }

    /** A copy with a body, as it came. */
    public Request body(byte[] bytes) {
        return of(method, scheme, target, headers, bytes, remoteAddress);
    }

    public String method() {
        return method;
    }

    public String scheme() {
        return scheme;
    }

    /** Path and query as sent. */
    public String target() {
        return target;
    }

    /** The path as sent, not decoded. */
    public String path() {
        int mark = target.indexOf('?');
        return mark < 0 ? target : target.substring(0, mark);
    }

    /** The query as sent, without its question mark; empty text where there is none. */
    public String rawQuery() {
        int mark = target.indexOf('?');
        return mark < 0 ? "" : target.substring(mark + 1);
    }

    /** One decoded query parameter; the last of several counts. */
    public Optional<String> query(String name) {
        return Optional.ofNullable(Form.decode(rawQuery()).get(name));
    }

    public Headers headers() {
        return headers;
    }

    public Optional<String> header(String name) {
        return headers.joined(name);
    }

    /** Cookies by name, in order. */
    public Map<String, String> cookies() {
        return headers.joined("cookie").map(CookieHeader::parse).orElse(Map.of());
    }

    public byte[] body() {
        return body.clone();
    }

    /** The body as UTF-8 text. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    public @Nullable String remoteAddress() {
        return remoteAddress;
    }

    /** The whole address as scheme, {@code Host} header and target spell it; for requests that we send. */
    public String url() {
        return scheme + "://" + headers.first("host").orElse("") + target;
    }

    /** Method and path: the query, headers and body may hold secrets. */
    @Override
    public String toString() {
        return method + " " + path();
    }
}
