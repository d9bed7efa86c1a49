package dev.cardea.attacks;

import dev.cardea.http.Form;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What a visitor sees of an answer, without what differs each time. */
record VisibleAnswer(int status, TreeSet<String> headers, TreeSet<String> cookies, String location, String text) {
    /** Sealed values and tokens, and the reference of an error. */
    private static final Pattern RANDOM = Pattern.compile("[A-Za-z0-9_.%|-]{60,}|(?<![A-Za-z0-9])[0-9a-f]{16}");

    /** @param name that was entered, and that the answer may repeat */
    static VisibleAnswer of(Answer answer, String name) {
        var headers = new TreeSet<String>();
        for (var header : answer.headers()) headers.add(header.name().toLowerCase(Locale.ROOT));
        var cookies = new TreeSet<String>();
        for (var cookie : answer.cookies()) {
            var attributes = cookie.attributes().stream()
                    .filter(attribute -> !attribute.startsWith("expires="))
                    .toList();
            cookies.add(cookie.name() + "=" + plain(cookie.value(), name) + " " + attributes);
        }
        var location = plain(answer.header("location").orElse(""), name);
        return new VisibleAnswer(answer.status(), headers, cookies, location, plain(answer.text(), name));
    }

    private static String plain(String text, String name) {
        var unnamed = text.replace(name, "NAME").replace(Form.encodeComponent(name), "NAME");
        return RANDOM.matcher(unnamed).replaceAll("RANDOM");
    }
}
