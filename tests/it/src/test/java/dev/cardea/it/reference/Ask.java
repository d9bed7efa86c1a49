package dev.cardea.it.reference;

import dev.cardea.http.Form;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A request in its parts, so that a rule can see and change them.
 *
 * @param form whether the fields go as a form; else as JSON
 * @param type the media type; empty sends none
 * @param body what is sent instead of the fields; {@code null} sends the fields
 */
record Ask(
        String method,
        String path,
        Map<String, String> query,
        Map<String, String> headers,
        Map<String, String> cookies,
        boolean form,
        String type,
        Map<String, Object> fields,
        String body) {
    static Ask get(String path) {
        return new Ask("GET", path, Map.of(), Map.of(), Map.of(), true, "", Map.of(), null);
    }

    /** A browser's request in its parts. */
    static Ask of(Request request) {
        var headers = new LinkedHashMap<String, String>();
        for (var field : request.headers().fields()) headers.put(field.name(), field.value());
        var fields = new LinkedHashMap<String, Object>(Form.decode(request.text()));
        return new Ask(
                request.method(),
                request.path(),
                Form.decode(request.rawQuery()),
                headers,
                request.cookies(),
                true,
                "",
                fields,
                null);
    }

    Request request(String origin) {
        var target = path + (query.isEmpty() ? "" : "?" + Form.encode(query));
        var host = origin.substring(origin.indexOf("//") + 2);
        var all = Headers.of("Host", host);
        for (var header : headers.entrySet()) all = all.with(header.getKey(), header.getValue());
        if (!cookies.isEmpty()) all = all.with("Cookie", cookieHeader());
        if (!type.isEmpty()) all = all.with("Content-Type", type);
        var scheme = origin.substring(0, origin.indexOf(':'));
        return Request.of(method, scheme, target, all, text().getBytes(StandardCharsets.UTF_8), "127.0.0.1");
    }

    private String cookieHeader() {
        return cookies.entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + Form.encodeComponent(cookie.getValue()))
                .collect(Collectors.joining("; "));
    }

    private String text() {
        if (body != null) return body;
        if (fields.isEmpty() || !isPost()) return "";
        if (!form) return Claims.of(fields).toJson();
        var texts = new LinkedHashMap<String, String>();
        fields.forEach((name, value) -> texts.put(name, String.valueOf(value)));
        return Form.encode(texts);
    }

    boolean isPost() {
        return method.equals("POST");
    }

    /** The last segments of the path: action, and provider where there is one. */
    String[] segments(String basePath) {
        if (!path.startsWith(basePath + "/")) return new String[0];
        return path.substring(basePath.length() + 1).replaceAll("^/+|/+$", "").split("/+");
    }

    Ask path(String changed) {
        return new Ask(method, changed, query, headers, cookies, form, type, fields, body);
    }

    Ask query(String name, String value) {
        return new Ask(method, path, with(query, name, value), headers, cookies, form, type, fields, body);
    }

    Ask header(String name, String value) {
        return new Ask(method, path, query, with(headers, name, value), cookies, form, type, fields, body);
    }

    Ask cookie(String name, String value) {
        return new Ask(method, path, query, headers, with(cookies, name, value), form, type, fields, body);
    }

    Ask field(String name, Object value) {
        return new Ask(method, path, query, headers, cookies, form, type, with(fields, name, value), body);
    }

    Ask post(boolean asForm, String mediaType) {
        return new Ask("POST", path, query, headers, cookies, asForm, mediaType, fields, body);
    }

    Ask method(String changed) {
        return new Ask(changed, path, query, headers, cookies, form, type, fields, body);
    }

    Ask body(String mediaType, String text) {
        return new Ask(method, path, query, headers, cookies, form, mediaType, fields, text);
    }

    private static <V> Map<String, V> with(Map<String, V> map, String name, V value) {
        var copy = new LinkedHashMap<>(map);
        if (value == null) copy.remove(name);
        else copy.put(name, value);
        return copy;
    }
}
