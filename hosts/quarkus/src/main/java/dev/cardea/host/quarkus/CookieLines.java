package dev.cardea.host.quarkus;

import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.ext.Provider;

/** Keeps the session cookies beside two cookies of a resource; Quarkus REST would overwrite the header. */
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
