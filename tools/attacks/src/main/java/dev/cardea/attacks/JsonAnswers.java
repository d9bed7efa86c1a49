package dev.cardea.attacks;

import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import java.util.Optional;

/** Reads answers that may be JSON. */
final class JsonAnswers {
    private JsonAnswers() {}

    /** Returns the object, or empty where the text is something else. */
    static Optional<Claims> object(String text) {
        try {
            return Optional.of(Json.parseObject(text, Json.INBOUND_DEPTH));
        } catch (JsonException e) {
            return Optional.empty();
        }
    }

    /** Returns a member of an object that is a text. */
    static Optional<String> member(String text, String name) {
        return object(text).map(claims -> claims.text(name));
    }
}
