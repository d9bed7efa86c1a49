package dev.cardea.attacks;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cardea.http.Form;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A request as it goes over the wire. Nothing is corrected: the target may be broken, and headers may repeat. Immutable.
 *
 * @param target the text between method and version
 * @param headers in the order in which they are sent; {@code Host} is added where it is absent
 */
record Call(String method, String target, List<Header> headers, byte[] body) {
    private static final String FORM = "application/x-www-form-urlencoded";

    Call {
        headers = List.copyOf(headers);
    }

    static Call get(String target) {
        return new Call("GET", target, List.of(), new byte[0]);
    }

    /** Returns a post of a form, as a page would send it. */
    static Call post(String target, Map<String, String> fields) {
        return post(target, FORM, Form.encode(fields));
    }

    static Call post(String target, String contentType, String body) {
        return new Call("POST", target, List.of(new Header("Content-Type", contentType)), body.getBytes(UTF_8));
    }

    /** Returns a copy with one more header, even if there is one of this name. */
    Call header(String name, String value) {
        var all = new ArrayList<>(headers);
        all.add(new Header(name, value));
        return new Call(method, target, all, body);
    }

    /** Returns a copy with these cookies; none for an empty map. */
    Call cookies(Map<String, String> cookies) {
        if (cookies.isEmpty()) return this;
        return header(
                "Cookie",
                cookies.entrySet().stream()
                        .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                        .collect(Collectors.joining("; ")));
    }

    boolean has(String name) {
        return headers.stream().anyMatch(field -> field.name().equalsIgnoreCase(name));
    }

    /** @param authority the value of {@code Host} where the call has none */
    byte[] bytes(String authority) {
        var head = new StringBuilder(method + " " + target + " HTTP/1.1\r\n");
        if (!has("host")) head.append("Host: ").append(authority).append("\r\n");
        for (var field : headers) {
            head.append(field.name()).append(": ").append(field.value()).append("\r\n");
        }
        if (body.length > 0 || method.equals("POST")) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        head.append("Connection: close\r\n\r\n");
        var all = new ByteArrayOutputStream();
        all.writeBytes(head.toString().getBytes(ISO_8859_1));
        all.writeBytes(body);
        return all.toByteArray();
    }

    /** Returns the request line, the headers and the body in one line, for reports. */
    String describe() {
        var text = new StringBuilder(method + " " + target);
        for (var field : headers) {
            text.append("; ").append(field.name()).append(": ").append(field.value());
        }
        if (body.length > 0) text.append("; body ").append(new String(body, UTF_8));
        return text.toString();
    }

    @Override
    public String toString() {
        return method;
    }
}
