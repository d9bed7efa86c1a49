package dev.cardea.server.command;

import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import dev.cardea.recorder.InvalidTraceException;
import dev.cardea.recorder.Trace;
import dev.cardea.server.http.TraceEndpoint;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Asks management listeners for a trace. */
final class TraceRequest {
    /** The variable with the value of {@code management.token}. */
    static final String TOKEN = "CARDEA_MANAGEMENT_TOKEN";

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final String reference;
    private final @Nullable String token;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();

    TraceRequest(String reference, @Nullable String token) {
        this.reference = reference;
        this.token = token;
    }

    /** @param asJson instead of the explanation as text */
    HttpResponse<String> send(String url, boolean asJson) throws IOException, InterruptedException {
        var base = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
        var request = HttpRequest.newBuilder(URI.create(base + TraceEndpoint.PATH + reference))
                .timeout(PATIENCE)
                .header("Accept", asJson ? "application/json" : "text/plain");
        if (token != null) request.header("Authorization", "Bearer " + token);
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /**
     * Returns the trace in an answer.
     *
     * @throws InvalidTraceException if it has none, as that of an older version
     */
    static Trace trace(String answer) throws InvalidTraceException {
        try {
            var trace = Json.parseObject(answer, Json.INBOUND_DEPTH).value("trace");
            return Trace.parse(
                    trace instanceof Map<?, ?> object ? Claims.of(object).toJson() : "");
        } catch (JsonException e) {
            return Trace.parse("");
        }
    }
}
