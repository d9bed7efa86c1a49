package com.example.guides;

import dev.cardea.examples.guides.ProviderTokens;
// sample
import dev.cardea.host.quarkus.Cardea;
import io.quarkus.security.Authenticated;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.io.IOException;

@Authenticated
@Path("/events")
public class CalendarResource {
    @Inject
    Cardea cardea;

    @Inject
    ProviderTokens tokens;

    @GET
    public Response events() throws IOException, InterruptedException {
        var user = cardea.session().orElseThrow().user();
        var token = tokens.of(user.id());
        if (token.isEmpty())
            return Response.status(409).entity("Sign in with Google again.").build();
        return Response.ok(callCalendar(token.get())).build();
    }

    private String callCalendar(String token) {
        return "events for " + token; // call the API with "Authorization: Bearer " and the token
    }
}
// end
