package dev.cardea.server.command;

import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import dev.cardea.observe.Id;
import dev.cardea.recorder.InvalidTraceException;
import dev.cardea.recorder.Trace;
import dev.cardea.recorder.TraceJson;
import dev.cardea.server.http.TraceEndpoint;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Asks management listeners for a trace. */
final class TraceRequest {
    /** The variable with the value of {@code management.token}. */
    static final String TOKEN = "CARDEA_MANAGEMENT_TOKEN";

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final @Nullable String token;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();

    TraceRequest(@Nullable String token) {
        this.token = token;
    }

    /** Asks for the trace of a failure. */
    HttpResponse<String> send(String url, String reference) throws IOException, InterruptedException {
        return get(url, TraceEndpoint.PATH + reference);
    }

    /** Asks for the first request of a sign-in. */
    Optional<Trace> begin(String url, Id signIn) throws IOException, InterruptedException {
        var answer = get(url, TraceEndpoint.BEGINS + signIn);
        try {
            return answer.statusCode() == 200 ? Optional.of(trace(answer.body())) : Optional.empty();
        } catch (InvalidTraceException e) {
            return Optional.empty();
        }
    }

    private HttpResponse<String> get(String url, String path) throws IOException, InterruptedException {
        var base = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
        var request = HttpRequest.newBuilder(URI.create(base + path))
                .timeout(PATIENCE)
                .header("Accept", "application/json");
        if (token != null) request.header("Authorization", "Bearer " + token);
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Returns the explanation in an answer, by the code of the process; empty if the answer is not of a listener. */
    static Optional<String> explanation(String answer) {
        try {
            return Json.parseObject(answer, Json.INBOUND_DEPTH).value("explanation") instanceof String text
                    ? Optional.of(text)
                    : Optional.empty();
        } catch (JsonException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the trace in an answer.
     *
     * @throws InvalidTraceException if it has none, as that of an older version
     */
    static Trace trace(String answer) throws InvalidTraceException {
        try {
            var trace = Json.parseObject(answer, Json.INBOUND_DEPTH).value("trace");
            return TraceJson.parse(
                    trace instanceof Map<?, ?> object ? Claims.of(object).toJson() : "");
        } catch (JsonException e) {
            return TraceJson.parse("");
        }
    }
}
