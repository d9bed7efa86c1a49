package dev.cardea.providers;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Notes on a provider: the end of the class Javadoc, from a generated file. */
final class Quirks {
    private Quirks() {}

    static List<?> of(String id) {
        return All.QUIRKS.get(Claim.list(id)).orElse(List.of());
    }

    private static final class All {
        static final Claims QUIRKS = read();

        private static Claims read() {
            try (var in = Objects.requireNonNull(Quirks.class.getResourceAsStream("quirks.json"), "quirks.json")) {
                return Json.parseObject(new String(in.readAllBytes(), StandardCharsets.UTF_8), Json.TRUSTED_DEPTH);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
