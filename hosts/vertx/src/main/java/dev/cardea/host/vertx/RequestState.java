package dev.cardea.host.vertx;

import dev.cardea.Visitor;
import dev.cardea.http.Cookie;
import dev.cardea.http.ResponseHeaders;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Optional;

/** The state that the handler attaches to a request, for hosts built on this one. */
public record RequestState(Visitor visitor) {
    private static final String KEY = "dev.cardea.request";

    /** @throws IllegalStateException if the handler did not run before this one */
    public static RequestState of(RoutingContext ctx) {
        return find(ctx)
                .orElseThrow(() -> new IllegalStateException(
                        "Cardea's handler has not seen this request; add it with router.route().order(-1)"));
    }

    /** Returns empty if the handler did not run before this one. */
    public static Optional<RequestState> find(RoutingContext ctx) {
        return Optional.ofNullable(ctx.get(KEY));
    }

    void putInto(RoutingContext ctx) {
        ctx.put(KEY, this);
        var response = ctx.response();
        ctx.addHeadersEndHandler(leaving -> visitor.keep(response.getStatusCode(), Exchange.headers(ctx)));
    }

    /** Returns the headers of the response to a request. */
    public static ResponseHeaders headers(RoutingContext ctx) {
        return Exchange.headers(ctx);
    }

    /**
     * Returns a result after its cookies are set. A separate step of the future, because a mere listener may run after
     * the response.
     */
    <T> T with(List<Cookie> own, T outcome, RoutingContext ctx) {
        visitor.addCookies(own, Exchange.headers(ctx));
        return outcome;
    }
}
