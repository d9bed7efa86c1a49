package dev.cardea.it.reference;

import dev.cardea.http.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * An answer, and the rows and mails after it, in a form that can be compared.
 *
 * @param headers lower-cased names, without cookies and what the server itself adds
 * @param cookies decoded and masked, in order
 * @param state rows and mails; empty where there are none
 */
record Answer(int status, Map<String, String> headers, List<String> cookies, String body, String state) {
    private static final List<String> OF_THE_SERVER =
            List.of("date", "connection", "keep-alive", "content-length", "transfer-encoding", "set-cookie");

    Answer {
        headers = java.util.Collections.unmodifiableMap(new TreeMap<>(headers));
        cookies = List.copyOf(cookies);
    }

    static Answer of(Response response, String state, Masks masks) {
        var headers = new TreeMap<String, String>();
        for (var field : response.headers().fields()) {
            var name = field.name().toLowerCase(Locale.ROOT);
            if (!OF_THE_SERVER.contains(name)) headers.put(name, masks.mask(field.value()));
        }
        var cookies = masks.cookies(response.headers().all("set-cookie"));
        var html = headers.getOrDefault("content-type", "").startsWith("text/html");
        var body = masks.mask(html ? HtmlSummary.of(response.text()) : response.text());
        return new Answer(response.status(), headers, cookies, body, masks.mask(state));
    }

    String location() {
        return headers.getOrDefault("location", "");
    }

    /** The address that it leads to, by a redirect or in JSON. */
    String target() {
        return location().isEmpty() && body.startsWith("{\"url\":") ? body : location();
    }

    boolean failed() {
        return target().contains("error=") || status == 400 && body.equals("null");
    }

    Answer header(String name, String value) {
        var changed = new TreeMap<>(headers);
        if (value == null) changed.remove(name);
        else changed.put(name, value);
        return new Answer(status, changed, cookies, body, state);
    }

    Answer cookies(List<String> changed) {
        return new Answer(status, headers, changed, body, state);
    }

    Answer cookieFirst(String line) {
        var all = new ArrayList<String>();
        all.add(line);
        all.addAll(cookies);
        return cookies(all);
    }

    Answer withoutCookie(String name) {
        return cookies(
                cookies.stream().filter(line -> !line.startsWith(name + "=")).toList());
    }

    Answer body(String changed) {
        return new Answer(status, headers, cookies, changed, state);
    }

    Answer status(int changed) {
        return new Answer(changed, headers, cookies, body, state);
    }

    Answer state(String changed) {
        return new Answer(status, headers, cookies, body, changed);
    }

    /** Rewrites the place it leads to, in header and body. */
    Answer target(UnaryOperator<String> change) {
        var moved = headers.containsKey("location") ? header("location", change.apply(location())) : this;
        return moved.body.startsWith("{\"url\":") ? moved.body(change.apply(moved.body)) : moved;
    }
}
