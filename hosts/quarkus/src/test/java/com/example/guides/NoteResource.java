package com.example.guides;

// sample
import dev.cardea.host.quarkus.Cardea;
import io.quarkus.security.Authenticated;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The page at /note, on which each user keeps a note. */
@Singleton
@Authenticated
@Path("/note")
public class NoteResource {
    private final Map<String, String> notes = new ConcurrentHashMap<>(); // use a table instead

    @Inject
    Cardea cardea;

    @GET
    public String show() {
        return notes.getOrDefault(owner(), "No note yet.");
    }

    @POST
    public Response store(@FormParam("text") String text) {
        if (!cardea.isSameOrigin()) return Response.status(403).build();
        notes.put(owner(), text);
        return Response.seeOther(URI.create("/note")).build();
    }

    private String owner() {
        return cardea.session().orElseThrow().user().id();
    }
}
// end
