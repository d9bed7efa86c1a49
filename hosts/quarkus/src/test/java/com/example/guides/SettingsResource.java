package com.example.guides;

// sample
import dev.cardea.Auth;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import io.vertx.core.http.HttpServerRequest;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.util.ArrayList;

@Path("/settings")
public class SettingsResource {
    @Inject
    Auth auth;

    @Context
    HttpServerRequest http;

    @GET
    public Response show() {
        return respond(new byte[0]);
    }

    @POST
    public Response change(byte[] form) {
        return respond(form);
    }

    private Response respond(byte[] body) {
        var fields = new ArrayList<Headers.Field>();
        http.headers().forEach(field -> fields.add(new Headers.Field(field.getKey(), field.getValue())));
        var request = Request.of(
                http.method().name(),
                http.scheme(),
                http.uri(),
                Headers.of(fields),
                body,
                http.remoteAddress().hostAddress());
        var response = AccountPage.of(auth).handle(request);
        var builder = Response.status(response.status()).entity(response.body());
        response.headers().fields().forEach(field -> builder.header(field.name(), field.value()));
        return builder.build();
    }
}
// end
