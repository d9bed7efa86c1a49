package dev.cardea.server.http;

import dev.cardea.http.Request;
import dev.cardea.http.Response;
import java.util.Optional;
import java.util.Set;

/** The probes of the listener that browsers reach. They say whether, and nothing of the reasons. */
public final class HealthEndpoints {
    private static final Set<String> ALL = Set.of("/livez", "/readyz", "/healthz");

    private final Readiness readiness;
    private final Set<String> paths;

    private HealthEndpoints(Readiness readiness, Set<String> paths) {
        this.readiness = readiness;
        this.paths = paths;
    }

    /** {@code /livez}, {@code /readyz}, and {@code /healthz}, which is the same as {@code /readyz}. */
    public static HealthEndpoints all(Readiness readiness) {
        return new HealthEndpoints(readiness, ALL);
    }

    /** {@code /healthz} alone: the others are on the management listener. */
    public static HealthEndpoints beside(Readiness readiness) {
        return new HealthEndpoints(readiness, Set.of("/healthz"));
    }

    /** Empty for any other request. */
    Optional<Response> answer(Request request) {
        if (!paths.contains(request.path()) || !isRead(request)) return Optional.empty();
        boolean isUp = request.path().equals("/livez") || readiness.isReady();
        return Optional.of(uncached(Response.json(isUp ? 200 : 503, "{\"status\":\"" + word(isUp) + "\"}")));
    }

    static boolean isRead(Request request) {
        return request.method().equals("GET") || request.method().equals("HEAD");
    }

    static String word(boolean isUp) {
        return isUp ? "up" : "down";
    }

    static Response uncached(Response answer) {
        return answer.header("Cache-Control", "no-store");
    }
}
