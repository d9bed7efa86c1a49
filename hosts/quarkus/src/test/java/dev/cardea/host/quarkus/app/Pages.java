package dev.cardea.host.quarkus.app;

import dev.cardea.Auth;
import dev.cardea.host.quarkus.Cardea;
import dev.cardea.host.testkit.Application;
import io.vertx.core.http.HttpServerRequest;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.core.Response;

/** The pages of the kit, as usual with Quarkus. */
@Path("/")
public class Pages {
    private static final String TEXT = "text/plain;charset=utf-8";

    @Inject
    Cardea cardea;

    private final Application app = SharedSettings.application;

    @Singleton
    static class Beans {
        @jakarta.enterprise.inject.Produces
        @Singleton
        Auth auth() {
            return SharedSettings.application.auth();
        }
    }

    @GET
    @Path("open")
    @Produces(TEXT)
    public String open() {
        return app.open();
    }

    @GET
    @Path("cached")
    @Produces(TEXT)
    public Response cached() {
        return Response.ok(app.open())
                .header("Cache-Control", Application.PUBLIC)
                .build();
    }

    @GET
    @Path("slow")
    @Produces(TEXT)
    public String slow() {
        return app.slow();
    }

    @GET
    @Path("settings")
    @Produces(TEXT)
    public String settings() {
        return app.settings(cardea.accounts(), cardea.passkeys());
    }

    @GET
    @Path("me")
    @Produces(MediaType.APPLICATION_JSON)
    public Response me() {
        var seen = new NewCookie.Builder("seen").value("1").build();
        return Response.ok(app.me(cardea.session())).cookie(seen).build();
    }

    @GET
    @Path("{page: admin/?|admin/x|account}")
    @Produces(TEXT)
    public String inside() {
        return app.inside(cardea.session());
    }

    @POST
    @Path("{page: admin/?|admin/x|account}")
    @Produces(TEXT)
    public String posted() {
        return app.inside(cardea.session());
    }

    @POST
    @Path("do/sign-in")
    public Response signIn(@Context HttpServerRequest request) {
        return cardea.signIn(app.signIn(query(request)));
    }

    @POST
    @Path("do/sign-out")
    public Response signOut(@Context HttpServerRequest request) {
        return cardea.signOut(app.signOut(query(request)));
    }

    @POST
    @Path("do/update")
    @Produces(MediaType.APPLICATION_JSON)
    public String update(@Context HttpServerRequest request) {
        return app.me(cardea.unstableUpdate(app.update(query(request))));
    }

    private static String query(HttpServerRequest request) {
        return request.query() == null ? "" : request.query();
    }
}
