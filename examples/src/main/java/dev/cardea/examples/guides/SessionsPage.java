package dev.cardea.examples.guides;

// sample
import dev.cardea.Auth;
import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;

/** The page at /sessions: where the user is signed in, and a button that ends the other sessions. */
public final class SessionsPage {
    private SessionsPage() {}

    public static HttpHandler of(Auth auth) {
        return auth.protect(request -> request.method().equals("POST") ? end(auth, request) : list(auth, request));
    }

    private static Response list(Auth auth, Request request) {
        var rows = new StringBuilder();
        for (var session : auth.accounts(request).orElseThrow().sessions()) {
            rows.append("<li>until ").append(session.expires()).append(session.isCurrent() ? " (this one)" : "");
        }
        return Response.of(200, "text/html; charset=utf-8", """
                <!doctype html>
                <title>Your sessions</title>
                <ul>%s</ul>
                <form method="post"><button name="end" value="others">Sign out everywhere else</button></form>
                """.formatted(rows));
    }

    private static Response end(Auth auth, Request request) {
        if (!auth.isSameOrigin(request)) return Response.of(403);
        var mine = auth.accounts(request).orElseThrow();
        var end = Form.decode(request.text()).getOrDefault("end", "");
        if (end.equals("others")) mine.endOtherSessions();
        else mine.endSession(end);
        return Response.redirect("/sessions");
    }
}
// end
