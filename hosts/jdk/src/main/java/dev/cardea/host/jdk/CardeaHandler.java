package dev.cardea.host.jdk;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.cardea.Auth;
import dev.cardea.ProtectedPaths;
import dev.cardea.Visitor;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import java.io.IOException;
import java.util.function.BiFunction;

/**
 * A complete site: answers the routes, keeps visitors signed in, and passes the visitor to every other page. Protected
 * pages are shown only to visitors whom the {@code authorized} callback allows. Immutable; safe for concurrent use.
 *
 * <pre>{@code
 * server.createContext("/", AuthHandler.of(auth, (request, visitor) -> page(visitor.session())).protect("/account", "/admin/*"));
 * }</pre>
 */
public final class CardeaHandler implements HttpHandler {
    private final Auth auth;
    private final BiFunction<Request, Visitor, Response> pages;
    private final ProtectedPaths guarded;
    private final HttpHandler handler = Jdk.handler(this::answer);

    private CardeaHandler(Auth auth, BiFunction<Request, Visitor, Response> pages, ProtectedPaths guarded) {
        this.auth = auth;
        this.pages = pages;
        this.guarded = guarded;
    }

    public static CardeaHandler of(Auth auth, BiFunction<Request, Visitor, Response> pages) {
        return new CardeaHandler(auth, pages, ProtectedPaths.of());
    }

    /** Returns a copy that guards these pages: {@code /page}, {@code /folder/*} or {@code /*}. */
    public CardeaHandler protect(String... paths) {
        return new CardeaHandler(auth, pages, ProtectedPaths.of(paths));
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        handler.handle(exchange);
    }

    private Response answer(Request request) {
        if (auth.handles(request)) return auth.handle(request);
        var visitor = auth.visitor(request);
        return guarded.refusal(visitor, request.path()).orElseGet(() -> visitor.keep(pages.apply(request, visitor)));
    }
}
