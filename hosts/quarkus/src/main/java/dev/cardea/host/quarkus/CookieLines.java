package dev.cardea.host.quarkus;

import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.ext.Provider;

/** Two cookies of a resource would replace those that keep the session alive: Quarkus REST writes over the header then. */
@Provider
@Priority(Integer.MIN_VALUE)
final class CookieLines implements ContainerResponseFilter {
    private final RoutingContext ctx;

    @Inject
    CookieLines(RoutingContext ctx) {
        this.ctx = ctx;
    }

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        var own = response.getHeaders().get("Set-Cookie");
        if (own != null) own.addAll(ctx.response().headers().getAll("Set-Cookie"));
    }
}
