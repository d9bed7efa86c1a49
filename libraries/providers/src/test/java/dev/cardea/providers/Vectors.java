package dev.cardea.providers;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** The recordings of the providers of Auth.js. */
final class Vectors {
    private Vectors() {}

    static Stream<Claims> of(String file, String list) {
        return objects(read(file), list);
    }

    static Stream<Claims> objects(Claims source, String name) {
        return source.get(Claim.list(name)).orElse(List.of()).stream().map(o -> Claims.of((Map<?, ?>) o));
    }

    static Claims object(Claims source, String name) {
        return source.get(Claim.object(name)).orElse(Claims.NONE);
    }

    static Map<String, String> texts(Claims source, String name) {
        var texts = new LinkedHashMap<String, String>();
        object(source, name).asMap().forEach((key, value) -> {
            if (value instanceof Map<?, ?> below) {
                below.forEach((inner, text) -> texts.put(key + "." + inner, String.valueOf(text)));
            } else {
                texts.put(key, String.valueOf(value));
            }
        });
        return texts;
    }

    private static Claims read(String file) {
        try (var in = Objects.requireNonNull(Vectors.class.getResourceAsStream("/vectors/" + file), file)) {
            return Json.parseObject(new String(in.readAllBytes(), StandardCharsets.UTF_8), 1000);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
