package dev.cardea.server.http;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.Store;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Everything that is served: the library below its base path, whether we are well, and nothing else. */
public final class Site implements HttpHandler {
    /** A load balancer that asks whether this process is well waits a few seconds, and then takes it for gone. */
    private static final Duration PATIENCE = Duration.ofMillis(2_500);

    private final HttpHandler auth;
    private final String basePath;
    private final @Nullable StoreHealth store;

    public Site(HttpHandler auth, String basePath, @Nullable Adapter adapter) {
        this.auth = auth;
        this.basePath = basePath;
        store = adapter == null ? null : new StoreHealth(new Store(adapter), PATIENCE);
    }

    @Override
    public Response handle(Request request) {
        var path = request.path();
        if (path.equals("/healthz")) return health(request);
        if (path.equals(basePath) || path.startsWith(basePath + "/")) return auth.handle(request);
        return notFound();
    }

    private Response health(Request request) {
        if (!request.method().equals("GET") && !request.method().equals("HEAD")) return notFound();
        if (store == null || store.answers()) return Response.json(200, "{\"status\":\"up\"}");
        return Response.json(503, "{\"status\":\"down\"}");
    }

    private static Response notFound() {
        return Response.json(404, "{\"error\":\"not found\"}");
    }
}
