package dev.cardea.fuzz;

import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** JSON of tokens, providers and hooks. */
final class JsonTarget {
    private static final int MAX_DEPTH = 16;

    private JsonTarget() {}

    public static void fuzzerTestOneInput(byte[] data) {
        var text = new String(data, StandardCharsets.UTF_8);
        @Nullable Object value;
        try {
            value = Json.parse(text, MAX_DEPTH);
        } catch (JsonException e) {
            return;
        }
        var printed = Json.print(value);
        // Not the value: -0 is printed as 0, as JavaScript prints it.
        Hold.that(Json.print(Json.parse(printed, MAX_DEPTH)).equals(printed), "a text survives");
    }
}
