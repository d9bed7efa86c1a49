package com.example.guides;

// sample
import dev.cardea.action.SignIn;
import dev.cardea.error.AuthException;
import dev.cardea.host.quarkus.Cardea;
import jakarta.inject.Inject;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.net.URI;

/** The page at /login, with one form for GitHub and one for a sign-in link. */
@Path("/login")
public class LoginResource {
    private static final String PAGE = """
            <!doctype html>
            <title>Log in</title>
            %s
            <form method="post">
              <button name="provider" value="github">Log in with GitHub</button>
            </form>
            <form method="post">
              <input type="email" name="email" autocomplete="email" required>
              <button name="provider" value="email">Email me a link</button>
            </form>
            """;

    @Inject
    Cardea cardea;

    @GET
    @Produces(MediaType.TEXT_HTML)
    public String page(@QueryParam("error") @DefaultValue("") String error) {
        return PAGE.formatted(error.isEmpty() ? "" : "<p>That didn't work. Please try again.</p>");
    }

    @POST
    public Response signIn(
            @FormParam("provider") String provider,
            @FormParam("email") String email,
            @QueryParam("callbackUrl") @DefaultValue("/") String callbackUrl) {
        if (!cardea.isSameOrigin()) return Response.status(403).build();
        try {
            return cardea.signIn(SignIn.with(provider).field("email", email).redirectTo(callbackUrl));
        } catch (AuthException e) {
            return Response.seeOther(URI.create("/login?error=" + e.type().publicCode()))
                    .build();
        }
    }
}
// end
