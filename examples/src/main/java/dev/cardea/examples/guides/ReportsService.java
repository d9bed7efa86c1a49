package dev.cardea.examples.guides;

// sample
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.token.Secrets;
import dev.cardea.token.TokenReader;

/** A service that signs no user in, and reads the token session (JWT) of the site. */
public final class ReportsService {
    private final TokenReader reader;

    /** @param secrets the site's, the newest first */
    public ReportsService(Secrets secrets) {
        reader = TokenReader.with(secrets).secureCookie(true);
    }

    public Response handle(Request request) {
        var token = reader.read(request);
        if (token.isEmpty()) return Response.json(401, "{\"error\":\"not signed in\"}");
        return Response.of(200, "text/plain", "reports of " + token.get().text("sub"));
    }
}
// end
