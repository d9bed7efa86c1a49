package dev.cardea.server.http;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.observe.Id;
import dev.cardea.recorder.Cause;
import dev.cardea.recorder.Explanation;
import dev.cardea.recorder.Recorder;
import dev.cardea.recorder.Trace;
import dev.cardea.recorder.TraceJson;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Answers {@code /traces/REF}: what happened in the failed sign-in with this reference. Text, or JSON if the request
 * accepts {@code application/json}. {@code /traces/begins/ID} is the first request of a sign-in that went on in another
 * process. 404 for an unknown reference. Safe for concurrent use.
 */
public final class TraceEndpoint implements HttpHandler {
    /** Where it is mounted. */
    public static final String PATH = "/traces/";

    /** Where the first requests of sign-ins are. */
    public static final String BEGINS = PATH + "begins/";

    private final Supplier<Optional<Recorder>> recorder;

    /** @param recorder empty as long as the process is not ready */
    public TraceEndpoint(Supplier<Optional<Recorder>> recorder) {
        this.recorder = recorder;
    }

    @Override
    public Response handle(Request request) {
        var found = recorder.get().flatMap(it -> find(it, request.path()));
        return HealthEndpoints.uncached(found.map(trace -> wantsJson(request)
                        ? Response.json(200, json(trace).toJson())
                        : Response.of(
                                200,
                                "text/plain; charset=utf-8",
                                Explanation.of(trace).text()))
                .orElseGet(() -> Response.json(404, "{\"error\":\"no trace has this reference\"}")));
    }

    private static Optional<Trace> find(Recorder recorder, String path) {
        if (!path.startsWith(BEGINS)) return recorder.find(path.substring(PATH.length()));
        return Id.parse(path.substring(BEGINS.length())).flatMap(recorder::findBegin);
    }

    private static boolean wantsJson(Request request) {
        return request.header("accept").orElse("").contains("application/json");
    }

    private static Claims json(Trace trace) {
        var error = trace.error();
        var explanation = Explanation.of(trace);
        return Claims.of("reference", trace.reference())
                .with("error", error.map(type -> type.code()).orElse(null))
                .with(
                        "causes",
                        explanation.causes().stream().map(TraceEndpoint::json).toList())
                .with("explanation", explanation.text())
                .with("trace", Json.parseObject(TraceJson.print(trace), Json.TRUSTED_DEPTH));
    }

    private static Object json(Cause cause) {
        return Claims.of("id", cause.id())
                .with("certainty", cause.certainty().label())
                .with("cause", cause.explanation())
                .with("remedy", cause.remedy())
                .asMap();
    }
}
