// sample
package com.example.notes;

import dev.cardea.host.quarkus.Cardea;
import io.quarkus.security.Authenticated;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.util.List;

@Authenticated
@Path("/notes")
public class NotesResource {
    @Inject
    Cardea cardea;

    @Inject
    Notes notes;

    @POST
    @Transactional
    public Response add(@FormParam("content") String content) {
        if (!cardea.isSameOrigin()) return Response.status(403).build();
        var author = notes.getEntityManager().getReference(AppUser.class, author());
        notes.persist(new Note(author, content));
        return Response.noContent().build();
    }

    @GET
    public List<String> all() {
        return notes.of(author()).stream().map(Note::getContent).toList();
    }

    private String author() {
        return cardea.session().orElseThrow().user().id();
    }
}
// end
