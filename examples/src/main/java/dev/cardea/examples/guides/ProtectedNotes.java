package dev.cardea.examples.guides;

// sample
import dev.cardea.Auth;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Response;
import dev.cardea.model.SessionPrincipal;
import java.util.Objects;
import java.util.Optional;

/** Three kinds of protection: a rule for paths, a handler, and a form that only this site may send. */
public final class ProtectedNotes {
    private ProtectedNotes() {}

    /** The rule: pages below /admin are for administrators, all other protected pages for signed-in users. */
    public static Callbacks callbacks() {
        return Callbacks.DEFAULT.authorized(p -> {
            if (p.auth() == null) return Decision.deny();
            boolean isForAdmins = p.path().equals("/admin") || p.path().startsWith("/admin/");
            return Decision.allowIf(
                    !isForAdmins || SessionPrincipal.of(p.auth()).roles().contains("ADMIN"));
        });
    }

    /** A handler for users whom the rule admits, with a form that only this site may send. */
    public static HttpHandler notes(Auth auth, Notes notes) {
        return auth.protect(request -> {
            var owner = Objects.requireNonNull(
                    auth.session(request).orElseThrow().user().id());
            if (request.method().equals("GET")) return text(200, notes.of(owner).orElse("No note yet."));
            if (!auth.isSameOrigin(request)) return text(403, "This form was sent by another site.");
            notes.store(owner, request.text());
            return Response.redirect("/notes");
        });
    }

    /** Data that belongs to one user: the owner comes from the session, never from the request. */
    public interface Notes {
        Optional<String> of(String owner);

        void store(String owner, String note);
    }

    private static Response text(int status, String text) {
        return Response.of(status, "text/plain; charset=utf-8", text);
    }
}
// end
