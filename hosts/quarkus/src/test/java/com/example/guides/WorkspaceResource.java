package com.example.guides;

// sample
import dev.cardea.host.quarkus.Cardea;
import io.quarkus.security.Authenticated;
import jakarta.inject.Inject;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.net.URI;

@Authenticated
@Path("/workspace")
public class WorkspaceResource {
    @Inject
    Cardea cardea;

    @POST
    public Response change(@FormParam("workspace") String workspace) {
        if (!cardea.isSameOrigin()) return Response.status(403).build();
        var session = cardea.session().orElseThrow();
        cardea.unstableUpdate(session.with("workspace", workspace));
        return Response.seeOther(URI.create("/")).build();
    }
}
// end
