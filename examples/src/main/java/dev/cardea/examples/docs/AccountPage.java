package dev.cardea.examples.docs;

// sample
import dev.cardea.Accounts;
import dev.cardea.Auth;
import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Response;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The page at /settings: how and where the user is signed in, with buttons that change it. */
public final class AccountPage {
    private AccountPage() {}

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
        var accounts = new StringBuilder();
        for (var account : mine.linked()) {
            accounts.append("<li>").append(account.provider());
            accounts.append(button("unlink", key(account), "Unlink"));
        }
        var sessions = new StringBuilder();
        for (var session : mine.sessions()) {
            sessions.append("<li>until ").append(session.expires());
            sessions.append(session.isCurrent() ? " (this one)" : button("end", session.id(), "Sign out"));
        }
        return Response.of(200, "text/html; charset=utf-8", """
                <!doctype html>
                <title>Your account</title>
                <style>
                :root { color-scheme: light dark; font: 1rem/1.5 system-ui; padding: 1rem }
                li { display: flex; justify-content: space-between; padding: .3rem 0 }
                ul { max-width: 28rem; padding: 0 }
                </style>
                <h1>Your account</h1>
                <form method="post">
                <h2>Linked accounts</h2>
                <ul>%s</ul>
                %s
                <h2>Sessions</h2>
                <ul>%s</ul>
                %s
                </form>
                """.formatted(
                        accounts,
                        button("link", "gitlab", "Link GitLab"),
                        sessions,
                        button("end", "others", "Sign out everywhere else")));
    }

    /** Does what the button says that was pressed. */
    public static Response change(Accounts mine, Map<String, String> form) {
        if (form.containsKey("link")) return mine.link("gitlab", "/settings").toResponse();
        for (var account : mine.linked()) {
            if (key(account).equals(form.get("unlink"))) return unlink(mine, account);
        }
        var end = form.getOrDefault("end", "");
        if (end.equals("others")) mine.endOtherSessions();
        else mine.endSession(end);
        return Response.redirect("/settings");
    }

    private static Response unlink(Accounts mine, Accounts.LinkedAccount account) {
        return switch (mine.unlink(account.provider(), account.providerAccountId())) {
            case REMOVED, NOT_LINKED -> Response.redirect("/settings");
            case LAST_SIGN_IN_METHOD -> Response.of(409, "text/plain", "Add another sign-in method first.");
        };
    }

    private static String button(String name, String value, String text) {
        return "<button name=\"" + name + "\" value=\"" + value + "\">" + text + "</button>";
    }

    /** The id comes from the provider. Encoded, it has no character that HTML would read. */
    private static String key(Accounts.LinkedAccount account) {
        return URLEncoder.encode(account.provider() + " " + account.providerAccountId(), StandardCharsets.UTF_8);
    }
}
// end
