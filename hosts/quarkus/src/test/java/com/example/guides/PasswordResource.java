package com.example.guides;

// sample
import dev.cardea.adapter.SessionIndex;
import dev.cardea.host.quarkus.Cardea;
import dev.cardea.password.Passwords;
import io.quarkus.security.Authenticated;
import jakarta.inject.Inject;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.net.URI;

/** The page at /password, on which a signed-in user sets a password: after a sign-up, and after a forgotten one. */
@Authenticated
@Path("/password")
public class PasswordResource {
    /** Your table of passwords. */
    public interface Hashes {
        void store(String userId, String hash);
    }

    private static final String PAGE = """
            <!doctype html>
            <title>Set a password</title>
            <form method="post">
              <input type="password" name="password" autocomplete="new-password" minlength="15" required>
              <button>Save</button>
            </form>
            """;

    @Inject
    Cardea cardea;

    @Inject
    Passwords passwords;

    @Inject
    Hashes hashes;

    @Inject
    SessionIndex store;

    @GET
    @Produces(MediaType.TEXT_HTML)
    public String page() {
        return PAGE;
    }

    @POST
    public Response save(@FormParam("password") String password) {
        if (!cardea.isSameOrigin()) return Response.status(403).build();
        if (password == null || password.length() < 15) {
            return Response.status(400)
                    .entity("At least 15 characters, please.")
                    .build();
        }
        var userId = cardea.session().orElseThrow().user().id();
        hashes.store(userId, passwords.hash(password));
        store.deleteSessionsByUserId(userId, ""); // no session is kept, so every browser signs in again
        return Response.seeOther(URI.create("/auth/signin")).build();
    }
}
// end
