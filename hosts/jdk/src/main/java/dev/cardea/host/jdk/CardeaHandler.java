package dev.cardea.host.jdk;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.cardea.Admission;
import dev.cardea.Auth;
import dev.cardea.Guard;
import dev.cardea.Visitor;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import java.io.IOException;
import java.util.function.BiFunction;

/**
 * A complete site: serves the routes, keeps visitors signed in, and passes the visitor to every other page. Protected
 * pages are shown only to visitors whom the {@code authorized} callback allows. Immutable; safe for concurrent use.
 *
 * <pre>{@code
 * server.createContext("/", CardeaHandler.of(auth, (request, visitor) -> page(visitor.session())).protect("/account", "/admin/*"));
 * }</pre>
 */
public final class CardeaHandler implements HttpHandler {
    private final Guard guard;
    private final BiFunction<Request, Visitor, Response> pages;
    private final HttpHandler handler = Jdk.handler(this::answer);

    private CardeaHandler(Guard guard, BiFunction<Request, Visitor, Response> pages) {
        this.guard = guard;
        this.pages = pages;
    }

    public static CardeaHandler of(Auth auth, BiFunction<Request, Visitor, Response> pages) {
        return new CardeaHandler(auth.guard(), pages);
    }

    /** Returns a copy that guards these pages: {@code /page}, {@code /folder/*} or {@code /*}. */
    public CardeaHandler protect(String... paths) {
        return new CardeaHandler(guard.protect(paths), pages);
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        handler.handle(exchange);
    }

    private Response answer(Request request) {
        var admission = guard.admit(request, request.path());
        if (admission instanceof Admission.Page page) {
            return page.visitor().keep(pages.apply(request, page.visitor()));
        }
        return admission instanceof Admission.Denial denial
                ? denial.response()
                : ((Admission.Route) admission).answer(request);
    }
}
