package dev.cardea.it.reference;

import java.util.LinkedHashSet;

/** What of two answers differs, in words. */
final class Differences {
    private Differences() {}

    static String of(Answer expected, Answer actual) {
        var text = new StringBuilder();
        line(text, "status", expected.status(), actual.status());
        var names = new LinkedHashSet<>(expected.headers().keySet());
        names.addAll(actual.headers().keySet());
        for (var name : names) {
            line(text, name, expected.headers().get(name), actual.headers().get(name));
        }
        line(
                text,
                "cookies",
                String.join("\n          ", expected.cookies()),
                String.join("\n          ", actual.cookies()));
        line(text, "body", expected.body(), actual.body());
        line(text, "state", expected.state(), actual.state());
        return text.toString();
    }

    private static void line(StringBuilder text, String name, Object expected, Object actual) {
        if (java.util.Objects.equals(expected, actual)) return;
        var one = String.valueOf(expected);
        var two = String.valueOf(actual);
        int same = 0;
        while (same < Math.min(one.length(), two.length()) && one.charAt(same) == two.charAt(same)) same++;
        if (same > 100) {
            expected = "…" + one.substring(same - 60);
            actual = "…" + two.substring(same - 60);
        }
        text.append(name)
                .append("\n  wanted  ")
                .append(expected)
                .append("\n  but was ")
                .append(actual)
                .append('\n');
    }
}
