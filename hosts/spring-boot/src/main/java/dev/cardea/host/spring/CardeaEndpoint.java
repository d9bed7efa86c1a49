package dev.cardea.host.spring;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.error.ErrorType;
import dev.cardea.recorder.Cause;
import dev.cardea.recorder.Explanation;
import dev.cardea.recorder.Recorder;
import dev.cardea.recorder.Trace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * {@code /actuator/cardea}: the settings in effect with masked secrets, and the failed sign-ins that the recorder
 * keeps. {@code /actuator/cardea/REFERENCE} explains one of them.
 *
 * <p><b>Security:</b> expose it only to operators. It shows how sign-in is set up.
 */
@Endpoint(id = "cardea")
public final class CardeaEndpoint {
    private final Auth auth;
    private final ObjectProvider<AuthConfig> config;

    CardeaEndpoint(Auth auth, ObjectProvider<AuthConfig> config) {
        this.auth = auth;
        this.config = config;
    }

    /**
     * Returns the settings and the kept failures, the newest first. Without a bean {@link AuthConfig}, or with several,
     * the settings are left out.
     */
    @ReadOperation
    public Map<String, Object> overview() {
        Map<String, Object> overview = new LinkedHashMap<>();
        config.ifUnique(it -> overview.put("settings", it.describe()));
        overview.put("recorder", recorder());
        return overview;
    }

    private Map<String, Object> recorder() {
        var counts = Recorder.of(auth).counts();
        var failures = new ArrayList<>(Recorder.of(auth).failures());
        Collections.reverse(failures);
        Map<String, Object> recorder = new LinkedHashMap<>();
        recorder.put("kept", counts.kept());
        recorder.put("evicted", counts.evicted());
        recorder.put("overQuota", counts.overQuota());
        recorder.put("failures", failures.stream().map(CardeaEndpoint::line).toList());
        return recorder;
    }

    /**
     * Explains a failed sign-in.
     *
     * @param reference that the visitor saw on the error page
     * @return {@code null}, which Actuator answers with 404, if no such failure is kept
     */
    @ReadOperation
    public @Nullable Map<String, Object> failure(@Selector String reference) {
        return Recorder.of(auth).find(reference).map(CardeaEndpoint::whole).orElse(null);
    }

    private static Map<String, Object> line(Trace trace) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("reference", String.valueOf(trace.reference()));
        trace.entries().stream()
                .reduce((earlier, later) -> later)
                .ifPresent(last -> line.put("time", last.time().toString()));
        line.put("error", trace.error().map(ErrorType::code).orElse("unknown"));
        return line;
    }

    private static Map<String, Object> whole(Trace trace) {
        var whole = line(trace);
        var explanation = Explanation.of(trace);
        whole.put(
                "causes",
                explanation.causes().stream().map(CardeaEndpoint::cause).toList());
        whole.put("explanation", List.of(explanation.text().split("\n")));
        return whole;
    }

    private static Map<String, Object> cause(Cause cause) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("id", cause.id());
        facts.put("certainty", cause.certainty().label());
        facts.put("explanation", cause.explanation());
        facts.put("remedy", cause.remedy());
        return facts;
    }
}
