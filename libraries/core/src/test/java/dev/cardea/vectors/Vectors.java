package dev.cardea.vectors;

import dev.cardea.config.Env;
import dev.cardea.http.Headers;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.token.Secrets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Recorded inputs and outputs of single functions of the reference. */
public final class Vectors {
    private Vectors() {}

    public static Stream<Claims> cases(String file) {
        return objects(read(file), "cases");
    }

    public static Stream<Claims> objects(Claims source, String name) {
        return source.get(Claim.list(name)).orElseThrow().stream().map(o -> Claims.of((Map<?, ?>) o));
    }

    public static Claims object(Claims source, String name) {
        return source.get(Claim.object(name)).orElse(Claims.NONE);
    }

    public static Claims read(String file) {
        try (var in = Vectors.class.getResourceAsStream("/vectors/" + file + ".json")) {
            return Json.parseObject(new String(in.readAllBytes(), StandardCharsets.UTF_8), 1000);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Secrets secrets(Object secret) {
        return secret instanceof List<?> list
                ? Secrets.of(list.stream().map(String.class::cast).toList())
                : Secrets.of((String) secret);
    }

    public static Env env(Claims vector) {
        var variables = new LinkedHashMap<String, String>();
        object(vector, "env").asMap().forEach((name, value) -> variables.put(name, String.valueOf(value)));
        return Env.of(variables);
    }

    public static Headers headers(Claims source) {
        var headers = Headers.NONE;
        for (var header : object(source, "headers").asMap().entrySet()) {
            headers = headers.with(header.getKey(), String.valueOf(header.getValue()));
        }
        return headers;
    }
}
