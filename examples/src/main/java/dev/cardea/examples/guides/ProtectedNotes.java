package dev.cardea.examples.guides;

// sample
import dev.cardea.Auth;
import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Response;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** The page at /note, on which each user keeps a note. */
public final class ProtectedNotes {
    private final Map<String, String> notes = new ConcurrentHashMap<>(); // use a table instead
    private final Auth auth;

    public ProtectedNotes(Auth auth) {
        this.auth = auth;
    }

    public HttpHandler page() {
        return auth.protect(request -> {
            var user = auth.session(request).orElseThrow().user();
            var owner = Objects.requireNonNull(user.id());
            if (request.method().equals("GET")) return text(200, notes.getOrDefault(owner, "No note yet."));
            if (!auth.isSameOrigin(request)) return text(403, "Another site sent this form.");
            notes.put(owner, Form.decode(request.text()).getOrDefault("text", ""));
            return Response.redirect("/note");
        });
    }

    private static Response text(int status, String text) {
        return Response.of(status, "text/plain; charset=utf-8", text);
    }
}
// end
