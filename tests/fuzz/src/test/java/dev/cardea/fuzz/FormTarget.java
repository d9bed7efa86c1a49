package dev.cardea.fuzz;

import dev.cardea.http.Form;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Forms and queries. */
final class FormTarget {
    private FormTarget() {}

    public static void fuzzerTestOneInput(byte[] data) {
        var text = new String(data, StandardCharsets.UTF_8);
        Hold.that(
                Form.decodeComponent(Form.encodeComponent(text))
                        .filter(text::equals)
                        .isPresent(),
                "a component survives");
        Hold.that(Form.decode("x=" + Form.encode(text)).equals(Map.of("x", text)), "a value survives");
        Form.decodeComponent(text);
        Map<String, String> values;
        try {
            values = Form.decode(text);
        } catch (IllegalArgumentException e) {
            Hold.that(text.chars().filter(c -> c == '&').count() >= Form.MAX_PAIRS, "only too many pairs are rejected");
            return;
        }
        for (var name : values.keySet()) Hold.that(Form.first(text, name).isPresent(), "a name has a first value");
        Hold.that(Form.decode(Form.encode(values)).equals(values), "a form survives");
    }
}
