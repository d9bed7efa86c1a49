package dev.cardea.transcript;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** An answer and what was called for it, as lines of text that two sides can be compared by. */
record Outcome(String status, Map<String, String> headers, List<String> cookies, String body, List<String> calls) {
    Outcome {
        headers = new TreeMap<>(headers);
    }

    Outcome status(String changed) {
        return new Outcome(changed, headers, cookies, body, calls);
    }

    Outcome header(String name, String value) {
        var all = new TreeMap<>(headers);
        if (value == null) all.remove(name);
        else all.put(name, value);
        return new Outcome(status, all, cookies, body, calls);
    }

    Outcome cookies(List<String> changed) {
        return new Outcome(status, headers, changed, body, calls);
    }

    Outcome body(String changed) {
        return new Outcome(status, headers, cookies, changed, calls);
    }

    Outcome calls(List<String> changed) {
        return new Outcome(status, headers, cookies, body, changed);
    }

    String location() {
        return headers.getOrDefault("location", "");
    }

    List<String> lines() {
        var lines = new ArrayList<String>();
        lines.add("status " + status);
        headers.forEach((name, value) -> lines.add("header " + name + ": " + value));
        cookies.forEach(cookie -> lines.add("set-cookie: " + cookie));
        lines.add("body " + body);
        calls.forEach(call -> lines.add("call " + call));
        return lines;
    }
}
