package dev.cardea.host.vertx;

import dev.cardea.Visitor;
import dev.cardea.http.Cookie;
import dev.cardea.http.Headers;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The state that the handler attaches to a request, for hosts built on this one. */
public record RequestState(Visitor visitor) {
    private static final String KEY = "dev.cardea.visit";

    /** @throws IllegalStateException if the handler did not run before this one */
    public static RequestState of(RoutingContext ctx) {
        return seen(ctx)
                .orElseThrow(() -> new IllegalStateException(
                        "Cardea's handler has not seen this request; add it with router.route().order(-1)"));
    }

    /** Returns empty if the handler did not run before this one. */
    public static Optional<RequestState> seen(RoutingContext ctx) {
        return Optional.ofNullable(ctx.get(KEY));
    }

    void putInto(RoutingContext ctx) {
        ctx.put(KEY, this);
        ctx.addHeadersEndHandler(leaving -> keep(ctx));
    }

    /** Adds the session cookies and cache headers to the response, after the page has set its own headers. */
    private void keep(RoutingContext ctx) {
        var headers = ctx.response().headers();
        List<Headers.Field> fields = new ArrayList<>();
        for (var name : headers.names()) {
            if (!Visitor.isKeptBy(name)) continue;
            for (var value : headers.getAll(name)) fields.add(new Headers.Field(name, value));
        }
        var page = Headers.of(fields);
        var kept = visitor.keep(ctx.response().getStatusCode(), page);
        if (kept == page) return;
        for (var name : kept.names()) headers.set(name, kept.all(name));
    }

    /**
     * Returns a result after its cookies are set. A separate step of the future, because a mere listener may run after
     * the response. A cookie that extends the session must not be sent beside one that changes it.
     */
    public <T> T with(List<Cookie> own, T outcome, RoutingContext ctx) {
        var headers = ctx.response().headers();
        if (!own.isEmpty()) headers.set("Set-Cookie", visitor.replaced(headers.getAll("Set-Cookie"), own));
        return outcome;
    }
}
