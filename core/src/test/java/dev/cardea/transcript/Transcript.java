package dev.cardea.transcript;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** One recorded case: a configuration, a request, and what the reference answered and called. */
record Transcript(String file, Claims json) {
    static List<Transcript> of(String file) {
        return read(file).get(Claim.list("cases")).orElseThrow().stream()
                .map(c -> new Transcript(file, Claims.of((Map<?, ?>) c)))
                .toList();
    }

    static Claims read(String file) {
        try (var in = Transcript.class.getResourceAsStream("/vectors/" + file + ".json")) {
            return Json.parseObject(new String(in.readAllBytes(), StandardCharsets.UTF_8), 1000);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String name() {
        return file + "#" + json.value("index") + " " + json.text("name");
    }

    String number() {
        return file + "#" + json.value("index");
    }

    Instant now() {
        return Instant.parse(json.text("now"));
    }

    Claims config() {
        return object("config");
    }

    Claims request() {
        return object("request");
    }

    boolean isRaw() {
        return Boolean.TRUE.equals(config().value("raw"));
    }

    Claims object(String name) {
        return json.get(Claim.object(name)).orElse(Claims.NONE);
    }

    List<Claims> objects(String name) {
        return json.get(Claim.list(name)).orElse(List.of()).stream()
                .map(o -> Claims.of((Map<?, ?>) o))
                .toList();
    }
}
