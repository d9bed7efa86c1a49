package dev.cardea.host.vertx;

import dev.cardea.Visitor;
import dev.cardea.http.Cookie;
import io.vertx.ext.web.RoutingContext;
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
