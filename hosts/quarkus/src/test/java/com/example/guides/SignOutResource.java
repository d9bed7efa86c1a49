package com.example.guides;

// sample
import dev.cardea.action.SignOut;
import dev.cardea.host.quarkus.Cardea;
import jakarta.inject.Inject;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriBuilder;
import java.net.URI;
import org.eclipse.microprofile.config.inject.ConfigProperty;

@Path("/sign-out")
public class SignOutResource {
    @Inject
    Cardea cardea;

    @ConfigProperty(name = "app.end-session-endpoint")
    String endSession;

    @ConfigProperty(name = "AUTH_KEYCLOAK_ID")
    String clientId;

    @ConfigProperty(name = "app.home")
    String home;

    @POST
    public Response signOut() {
        if (!cardea.isSameOrigin()) return Response.status(403).build();
        cardea.signOutWithoutRedirect(SignOut.to("/"));
        URI atProvider = UriBuilder.fromUri(endSession)
                .queryParam("client_id", "{client}")
                .queryParam("post_logout_redirect_uri", "{home}")
                .build(clientId, home);
        return Response.seeOther(atProvider).build();
    }
}
// end
