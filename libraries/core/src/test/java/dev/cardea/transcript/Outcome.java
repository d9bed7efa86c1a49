package dev.cardea.transcript;

import dev.cardea.json.Claims;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * An answer and what was called for it, as lines of text by which two sides can be compared.
 *
 * @param page what is compared of a page; {@code null} where the answer is none
 */
record Outcome(
        String status,
        Map<String, String> headers,
        List<String> cookies,
        Claims page,
        String body,
        List<String> calls) {
    private static final Set<String> NOT_FATAL = Set.of(
            "logger.error EventError error",
            "logger.error JWTSessionError error",
            "logger.error SessionTokenError error",
            "logger.error SignOutError error");

    Outcome {
        headers = new TreeMap<>(headers);
    }

    Outcome status(String changed) {
        return new Outcome(changed, headers, cookies, page, body, calls);
    }

    Outcome header(String name, String value) {
        var all = new TreeMap<>(headers);
        if (value == null) all.remove(name);
        else all.put(name, value);
        return new Outcome(status, all, cookies, page, body, calls);
    }

    Outcome cookies(List<String> changed) {
        return new Outcome(status, headers, changed, page, body, calls);
    }

    Outcome page(Claims changed) {
        return new Outcome(status, headers, cookies, changed, body, calls);
    }

    Outcome body(String changed) {
        return new Outcome(status, headers, cookies, page, changed, calls);
    }

    Outcome calls(List<String> changed) {
        return new Outcome(status, headers, cookies, page, body, changed);
    }

    /** With another address to go to, in the header and, where the answer tells it as JSON, in the body. */
    Outcome location(String before, String after) {
        var changed =
                headers.containsKey("location") ? header("location", location().replace(before, after)) : this;
        return changed.body(body.replace(before, after));
    }

    String location() {
        return headers.getOrDefault("location", "");
    }

    /** Whether the request was refused: an error was logged that ended it. */
    boolean isRefused() {
        return !isBadRequest() && calls.stream().anyMatch(c -> c.startsWith("logger.error ") && !NOT_FATAL.contains(c));
    }

    boolean isBadRequest() {
        return body.equals("\"Bad request.\"");
    }

    /** Where a call of this name stands, or -1. */
    int indexOf(String name) {
        for (int i = 0; i < calls.size(); i++) if (calls.get(i).startsWith(name + "[")) return i;
        return -1;
    }

    List<String> lines() {
        var lines = new ArrayList<String>();
        lines.add("status " + status);
        headers.forEach((name, value) -> lines.add("header " + name + ": " + value));
        cookies.forEach(cookie -> lines.add("set-cookie " + cookie));
        if (page == null) lines.add(("body " + body).stripTrailing());
        else HtmlSummary.lines(page).forEach(line -> lines.add("page " + line));
        calls.forEach(call -> lines.add("call " + call));
        lines.replaceAll(line -> line.replace("\r", "\\r").replace("\n", "\\n"));
        return lines;
    }
}
