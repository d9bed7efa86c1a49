package dev.cardea.server.http;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.recorder.Cause;
import dev.cardea.recorder.Trace;
import java.util.Optional;
import java.util.function.Function;

/**
 * Answers {@code /traces/REF}: what happened in the failed sign-in with this reference. Text, or JSON if the request
 * accepts {@code application/json}. 404 for an unknown reference. Safe for concurrent use.
 */
public final class TraceEndpoint implements HttpHandler {
    /** Where it is mounted. */
    public static final String PATH = "/traces/";

    private final Function<String, Optional<Trace>> traces;

    /** @param traces finds a trace by its reference */
    public TraceEndpoint(Function<String, Optional<Trace>> traces) {
        this.traces = traces;
    }

    @Override
    public Response handle(Request request) {
        var found = traces.apply(request.path().substring(PATH.length()));
        return HealthEndpoints.uncached(found.map(trace -> wantsJson(request)
                        ? Response.json(200, json(trace).toJson())
                        : Response.of(200, "text/plain; charset=utf-8", trace.explain()))
                .orElseGet(() -> Response.json(404, "{\"error\":\"no trace has this reference\"}")));
    }

    private static boolean wantsJson(Request request) {
        return request.header("accept").orElse("").contains("application/json");
    }

    private static Claims json(Trace trace) {
        var error = trace.error();
        return Claims.of("reference", trace.reference())
                .with("error", error.map(type -> type.code()).orElse(null))
                .with("causes", trace.causes().stream().map(TraceEndpoint::json).toList())
                .with("explanation", trace.explain())
                .with("trace", Json.parseObject(trace.toJson(), Json.TRUSTED_DEPTH));
    }

    private static Object json(Cause cause) {
        return Claims.of("id", cause.id())
                .with("certainty", cause.certainty().label())
                .with("cause", cause.explanation())
                .with("remedy", cause.remedy())
                .asMap();
    }
}
