package dev.cardea.adapter.redis;

import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Rows as texts. */
final class RowText {
    private RowText() {}

    /** Ignores values that are not JSON objects: keys of pointers begin like those of rows. */
    static Optional<Claims> read(@Nullable String text, Predicate<Claims> isMeant) {
        if (text == null || !text.startsWith("{")) return Optional.empty();
        try {
            return Optional.of(Json.parseObject(text, Json.TRUSTED_DEPTH)).filter(isMeant);
        } catch (JsonException e) {
            return Optional.empty();
        }
    }
}
