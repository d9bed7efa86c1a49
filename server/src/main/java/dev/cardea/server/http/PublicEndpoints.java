package dev.cardea.server.http;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;

/** Everything that browsers reach: the library below its base path, the probes, and nothing else. */
public final class PublicEndpoints implements HttpHandler {
    private final HttpHandler auth;
    private final String basePath;
    private final HealthEndpoints health;

    public PublicEndpoints(HttpHandler auth, String basePath, HealthEndpoints health) {
        this.auth = auth;
        this.basePath = basePath;
        this.health = health;
    }

    /** Without a store, and with all probes. */
    public PublicEndpoints(HttpHandler auth, String basePath) {
        this(auth, basePath, HealthEndpoints.all(Readiness.of(null)));
    }

    @Override
    public Response handle(Request request) {
        var probed = health.answer(request);
        if (probed.isPresent()) return probed.get();
        var path = request.path();
        if (path.equals(basePath) || path.startsWith(basePath + "/")) return auth.handle(request);
        return Response.json(404, "{\"error\":\"not found\"}");
    }
}
