package dev.cardea.json;

import com.nimbusds.jose.util.JSONArrayUtils;
import java.text.ParseException;
import org.jspecify.annotations.Nullable;

/**
 * Another implementation for comparison with {@link JsonParser}: {@link JsonShape}, then the parser that Nimbus
 * contains.
 */
final class TwoPassJson {
    private TwoPassJson() {}

    static @Nullable Object parse(String text, int maxDepth) {
        JsonShape.check(text, maxDepth);
        try {
            // That parser accepts objects and arrays only.
            var values = JSONArrayUtils.parse("[" + text + "]");
            if (values.size() != 1) throw new JsonException("not one JSON value");
            return Claims.frozen(values.get(0));
        } catch (ParseException e) {
            throw new JsonException("not JSON");
        }
    }
}
