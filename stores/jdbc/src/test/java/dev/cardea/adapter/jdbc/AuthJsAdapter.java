package dev.cardea.adapter.jdbc;

import dev.cardea.json.Json;
import dev.cardea.testing.Require;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An adapter of Auth.js, on Node. */
final class AuthJsAdapter {
    static final Path FOLDER = Path.of("node").toAbsolutePath();

    private final Path node = Require.program("node");
    private final String kind;
    private final String url;

    AuthJsAdapter(String kind, String url) {
        require();
        this.kind = kind;
        this.url = url;
    }

    static void require() {
        Require.part(
                "Auth.js' adapters (npm ci in " + FOLDER + ")",
                () -> Files.isDirectory(FOLDER.resolve("node_modules")));
    }

    static List<Object> call(String method, Object... parameters) {
        var call = new ArrayList<Object>(List.of(method));
        call.addAll(List.of(parameters));
        return call;
    }

    static Map<String, String> date(Instant time) {
        return Map.of("$date", time.toString());
    }

    /** The answers to the calls, in order. */
    List<?> answers(List<?> calls) {
        try {
            var process = new ProcessBuilder(node.toString(), "adapter.mjs", kind, url)
                    .directory(FOLDER.toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try (var in = process.getOutputStream()) {
                in.write(Json.print(calls).getBytes(StandardCharsets.UTF_8));
            }
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return (List<?>) Json.parse(printed, Json.TRUSTED_DEPTH);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
