package dev.cardea.token;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;

/** The recorded files. */
final class Vectors {
    private Vectors() {}

    static Stream<Claims> list(String file, String name) {
        return objects(read(file), name);
    }

    static Stream<Claims> objects(Claims source, String name) {
        return source.get(Claim.list(name)).orElseThrow().stream().map(c -> Claims.of((Map<?, ?>) c));
    }

    static Claims read(String file) {
        try (var in = Vectors.class.getResourceAsStream("/vectors/" + file + ".json")) {
            return Json.parseObject(new String(in.readAllBytes(), StandardCharsets.UTF_8), 1000);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
