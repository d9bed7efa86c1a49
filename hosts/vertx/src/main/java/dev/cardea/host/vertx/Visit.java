package dev.cardea.host.vertx;

import dev.cardea.Visitor;
import dev.cardea.http.Cookie;
import dev.cardea.http.Headers;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the handler leaves with a request for those after it; for hosts that are built on this one. */
public record Visit(Visitor visitor) {
    private static final String KEY = "dev.cardea.visit";

    /** @throws IllegalStateException where the handler does not stand before this one */
    public static Visit of(RoutingContext ctx) {
        return seen(ctx)
                .orElseThrow(() -> new IllegalStateException(
                        "Cardea's handler has not seen this request; add it with router.route().order(-1)"));
    }

    /** Empty where the handler does not stand before this one. */
    public static Optional<Visit> seen(RoutingContext ctx) {
        return Optional.ofNullable(ctx.get(KEY));
    }

    void putInto(RoutingContext ctx) {
        ctx.put(KEY, this);
        ctx.addHeadersEndHandler(leaving -> keep(ctx));
    }

    /** Adds what the answer has to carry for the visitor's session, as its page has set its headers. */
    private void keep(RoutingContext ctx) {
        var headers = ctx.response().headers();
        List<Headers.Field> fields = new ArrayList<>();
        for (var name : Visitor.KEPT_BY) {
            for (var value : headers.getAll(name)) fields.add(new Headers.Field(name, value));
        }
        var page = Headers.of(fields);
        var kept = visitor.keep(ctx.response().getStatusCode(), page);
        if (kept == page) return;
        for (var name : Visitor.KEPT) headers.set(name, kept.all(name));
    }

    /**
     * An outcome, with its cookies set: a step of its own in the future, as what merely listens may come after the
     * answer. A line that kept the session as it was may not stand beside one that changes it.
     */
    public <T> T with(List<Cookie> own, T outcome, RoutingContext ctx) {
        var headers = ctx.response().headers();
        if (!own.isEmpty()) headers.set("Set-Cookie", visitor.replaced(headers.getAll("Set-Cookie"), own));
        return outcome;
    }
}
