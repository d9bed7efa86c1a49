package dev.cardea.server.http;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.Store;
import dev.cardea.error.AuthException;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import org.jspecify.annotations.Nullable;

/** Everything that is served: the library below its base path, whether we are well, and nothing else. */
public final class Site implements HttpHandler {
    private static final System.Logger LOG = System.getLogger("dev.cardea.server");

    private final HttpHandler auth;
    private final String basePath;
    private final @Nullable Store store;

    public Site(HttpHandler auth, String basePath, @Nullable Adapter adapter) {
        this.auth = auth;
        this.basePath = basePath;
        store = adapter == null ? null : new Store(adapter);
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
        if (answers()) return Response.json(200, "{\"status\":\"up\"}");
        return Response.json(503, "{\"status\":\"down\"}");
    }

    private boolean answers() {
        if (store == null) return true;
        try {
            store.users("getUser", users -> users.getUser("healthz"));
            return true;
        } catch (AuthException e) {
            LOG.log(System.Logger.Level.WARNING, "the store does not answer", e);
            return false;
        }
    }

    private static Response notFound() {
        return Response.json(404, "{\"error\":\"not found\"}");
    }
}
