package dev.cardea.examples.demo;

import dev.cardea.Auth;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.IsoTime;
import dev.cardea.model.Session;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who is signed in, and what the database holds of it. */
final class HomePage implements HttpHandler {
    private final Auth auth;
    private final StoredRows rows;

    HomePage(Auth auth, StoredRows rows) {
        this.auth = auth;
        this.rows = rows;
    }

    @Override
    public Response handle(Request request) {
        return auth.wrap((same, session) -> page(session)).handle(request);
    }

    private Response page(Optional<Session> session) {
        return DemoPage.of("Cardea demo", session.map(this::signedIn).orElseGet(HomePage::signedOut));
    }

    private static String signedOut() {
        return """
                <section><h1>You're not signed in</h1>
                <p>Create an account with any email address. The code arrives in the <a href="/inbox">inbox</a> of the demo. Or sign in with Demo ID, which takes one click.</p>
                <p class="buttons"><a class="button" href="/auth/signup?callbackUrl=%2F">Create an account</a> <a class="button plain" href="/auth/signin?callbackUrl=%2F">Sign in</a></p></section>
                """;
    }

    private String signedIn(Session session) {
        var user = session.user();
        var name = user.name() == null ? user.email() : user.name();
        var expires = session.expires() == null ? "" : IsoTime.print(session.expires());
        var out = new StringBuilder();
        out.append("<section><h1>Hello, ")
                .append(DemoPage.escape(String.valueOf(name)))
                .append("</h1>");
        out.append("<p>Signed in until ").append(DemoPage.escape(expires)).append("</p>");
        out.append("<p><a class=\"button\" href=\"/auth/signout\">Sign out</a></p></section>");
        out.append("<section><h2>Session (as your server code sees it)</h2><pre>")
                .append(DemoPage.escape(session.toJson()))
                .append("</pre></section>");
        out.append("<section><h2>Linked accounts</h2>");
        out.append(table(rows.accountsOf(String.valueOf(user.id()))));
        out.append(
                "<p><a href=\"/auth/signin?callbackUrl=%2F\">Link another account</a> · <a href=\"/passkeys\">Passkeys</a> · <a href=\"/auth/account/password?callbackUrl=%2F\">Password</a></p></section>");
        out.append("<section><h2>Rows in the database</h2>")
                .append(table(rows.users()))
                .append("</section>");
        return out.toString();
    }

    private static String table(List<Map<String, String>> rows) {
        if (rows.isEmpty()) return "<p>None. You signed in with your password or by email.</p>";
        var out = new StringBuilder("<table><tr>");
        rows.get(0)
                .keySet()
                .forEach(c -> out.append("<th scope=\"col\">")
                        .append(DemoPage.escape(c))
                        .append("</th>"));
        for (var row : rows) {
            out.append("</tr><tr>");
            row.values()
                    .forEach(v -> out.append("<td>").append(DemoPage.escape(v)).append("</td>"));
        }
        return out.append("</tr></table>").toString();
    }
}
