package dev.cardea.examples.guides;

// sample
import dev.cardea.Accounts;
import dev.cardea.Auth;
import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Response;
import java.util.Map;

/** The page at /sessions: where the user is signed in, and a button that ends the other sessions. */
public final class SessionsPage {
    private SessionsPage() {}

    /** Returns the page for plain Java. */
    public static HttpHandler of(Auth auth) {
        return auth.protect(request -> {
            var mine = auth.accounts(request).orElseThrow();
            if (!request.method().equals("POST")) return show(mine);
            if (!auth.isSameOrigin(request)) return Response.of(403);
            return change(mine, Form.decode(request.text()));
        });
    }

    public static Response show(Accounts mine) {
        var rows = new StringBuilder();
        for (var session : mine.sessions()) {
            rows.append("<li>until ").append(session.expires()).append(session.isCurrent() ? " (this one)" : "");
        }
        return Response.of(200, "text/html; charset=utf-8", """
                <!doctype html>
                <title>Your sessions</title>
                <ul>%s</ul>
                <form method="post"><button name="end" value="others">Sign out everywhere else</button></form>
                """.formatted(rows));
    }

    /** Does what the button says that was pressed. */
    public static Response change(Accounts mine, Map<String, String> form) {
        var end = form.getOrDefault("end", "");
        if (end.equals("others")) mine.endOtherSessions();
        else mine.endSession(end);
        return Response.redirect("/sessions");
    }
}
// end
