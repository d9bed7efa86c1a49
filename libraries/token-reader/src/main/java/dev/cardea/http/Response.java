package dev.cardea.http;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** An HTTP response as a value. */
public final class Response {
    private final int status;
    private final Headers headers;
    private final byte[] body;

    private Response(int status, Headers headers, byte[] body) {
        this.status = status;
        this.headers = headers;
        this.body = body;
    }

    public static Response of(int status, Headers headers, byte[] body) {
        return new Response(status, headers, body.clone());
    }

    public static Response of(int status) {
        return new Response(status, Headers.NONE, new byte[0]);
    }

    /** Makes a response with UTF-8 text and its media type. */
    public static Response of(int status, String contentType, String body) {
        return new Response(status, Headers.of("Content-Type", contentType), body.getBytes(StandardCharsets.UTF_8));
    }

    public static Response json(int status, String json) {
        return of(status, "application/json", json);
    }

    /** Makes a 302 response to an address that has been validated. */
    public static Response redirect(String location) {
        return of(302).location(location);
    }

    /**
     * Returns a copy with this {@code Location}, in place of one that was there. No other method writes that header. The
     * address must have been validated.
     */
    public Response location(String address) {
        return headers(headers.set("Location", address));
    }

    public Response header(String name, String value) {
        return new Response(status, headers.with(name, value), body);
    }

    public Response headers(Headers changed) {
        return new Response(status, changed, body);
    }

    /** Returns a copy with one {@code Set-Cookie} line for each cookie, in order. */
    public Response cookies(List<Cookie> cookies) {
        var all = headers;
        for (var cookie : cookies) all = all.with("Set-Cookie", cookie.toHeaderValue());
        return new Response(status, all, body);
    }

    public int status() {
        return status;
    }

    public Headers headers() {
        return headers;
    }

    public Optional<String> header(String name) {
        return headers.first(name);
    }

    public byte[] body() {
        return body.clone();
    }

    /** Returns the body as UTF-8 text. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return "Response[" + status + "]";
    }
}
