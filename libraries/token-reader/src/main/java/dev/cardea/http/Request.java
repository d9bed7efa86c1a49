package dev.cardea.http;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP request as a value. The request target stays the text that was sent, because {@code java.net.URI} rejects
 * characters that browsers send and {@code java.net.URL} misreads hosts.
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
     * Makes the request that a host module passes on from its framework.
     *
     * @param scheme of the connection itself, {@code http} or {@code https}; forwarded headers are evaluated later
     * @param target path and query as sent
     * @param remoteAddress of the peer, if it is known
     */
    public static Request of(
            String method, String scheme, String target, Headers headers, byte[] body, @Nullable String remoteAddress) {
        return new Request(method, scheme, target, headers, body.clone(), remoteAddress);
    }

    /**
     * Makes a request to an absolute URL, with its {@code Host} header.
     *
     * @throws IllegalArgumentException if the URL is not an absolute http or https URL
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

    /** Returns a copy with one more header field line. */
    public Request header(String name, String value) {
        return new Request(method, scheme, target, headers.with(name, value), body, remoteAddress);
    }

    public Request headers(Headers changed) {
        return new Request(method, scheme, target, changed, body, remoteAddress);
    }

    /** Returns a copy with a UTF-8 body. */
    public Request body(String text) {
        return new Request(method, scheme, target, headers, text.getBytes(StandardCharsets.UTF_8), remoteAddress);
    }

    /** Returns a copy with a body of raw bytes. */
    public Request body(byte[] bytes) {
        return of(method, scheme, target, headers, bytes, remoteAddress);
    }

    public String method() {
        return method;
    }

    public String scheme() {
        return scheme;
    }

    /** Returns the path and query as sent. */
    public String target() {
        return target;
    }

    /** Returns the path as sent, not decoded. */
    public String path() {
        int mark = target.indexOf('?');
        return mark < 0 ? target : target.substring(0, mark);
    }

    /** Returns the query as sent, without the question mark; an empty text if the target has no query. */
    public String rawQuery() {
        int mark = target.indexOf('?');
        return mark < 0 ? "" : target.substring(mark + 1);
    }

    /** Returns one decoded query parameter. If it is repeated, the last value counts. */
    public Optional<String> query(String name) {
        return Optional.ofNullable(Form.decode(rawQuery()).get(name));
    }

    public Headers headers() {
        return headers;
    }

    public Optional<String> header(String name) {
        return headers.joined(name);
    }

    /** Returns the cookies by name, in order. */
    public Map<String, String> cookies() {
        return headers.joined("cookie").map(CookieHeader::parse).orElse(Map.of());
    }

    public byte[] body() {
        return body.clone();
    }

    /** Returns the body as UTF-8 text. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    public @Nullable String remoteAddress() {
        return remoteAddress;
    }

    /** Returns the whole address, composed of scheme, {@code Host} header and target. For outgoing requests only. */
    public String url() {
        return scheme + "://" + headers.first("host").orElse("") + target;
    }

    /** Prints method and path only, because the query, headers and body may contain secrets. */
    @Override
    public String toString() {
        return method + " " + path();
    }
}
