package dev.cardea.examples.guides;

// sample
import dev.cardea.Auth;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;

/** An API for signed-in users. All other visitors get 401. */
public final class NotesApi {
    private NotesApi() {}

    public static HttpHandler of(Auth auth) {
        return auth.protect(request -> notes(auth, request));
    }

    private static Response notes(Auth auth, Request request) {
        boolean changes = !request.method().equals("GET");
        if (changes && !auth.isSameOrigin(request)) return Response.json(403, "{\"error\":\"another site\"}");
        var user = auth.session(request).orElseThrow().user();
        return Response.json(200, Claims.of("owner", user.id()).toJson());
    }
}
// end
