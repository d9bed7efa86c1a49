package com.example.guides;

// sample
import dev.cardea.host.quarkus.Cardea;
import io.quarkus.security.Authenticated;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;

/** An API for signed-in users. All other visitors get 401. */
@Authenticated
@Path("/api/notes")
public class NotesResource {
    @Inject
    Cardea cardea;

    @GET
    public String read() {
        return "notes of " + cardea.session().orElseThrow().user().id();
    }

    @POST
    public Response add() {
        if (!cardea.isSameOrigin()) return Response.status(403).build();
        return Response.noContent().build();
    }
}
// end
