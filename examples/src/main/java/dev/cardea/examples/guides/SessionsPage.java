package dev.cardea.examples.guides;

// sample
import dev.cardea.Accounts;
import dev.cardea.Accounts.OpenSession;
import dev.cardea.Auth;
import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Response;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The page at /sessions: where the user is signed in, with buttons that end one session or all others. */
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
        for (var session : mine.sessions()) rows.append(row(session));
        return Response.of(200, "text/html; charset=utf-8", """
                <!doctype html>
                <title>Your sessions</title>
                <form method="post">
                <ul>%s</ul>
                <button name="end" value="others">Sign out everywhere else</button>
                </form>
                """.formatted(rows));
    }

    private static String row(OpenSession session) {
        var end = session.isCurrent()
                ? " (this one)"
                : " <button name=\"end\" value=\"" + session.id() + "\">Sign out</button>";
        if (session.begun() == null) return "<li>until " + session.expires() + end;
        return "<li>" + text(session.userAgent()) + ", " + text(session.client()) + ", signed in " + session.begun()
                + " with " + text(session.provider()) + ", last seen " + session.seen() + end;
    }

    /** A browser can send any text as its name. */
    private static String text(@Nullable String text) {
        return text == null ? "unknown" : text.replace("&", "&amp;").replace("<", "&lt;");
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
