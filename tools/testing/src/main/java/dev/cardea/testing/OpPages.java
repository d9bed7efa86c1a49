package dev.cardea.testing;

import com.nimbusds.jose.util.Base64;
import dev.cardea.http.Response;
import dev.cardea.jose.Hashes;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The pages of the provider. They run no script. */
final class OpPages {
    private static final String STYLE = """
            :root{color-scheme:light dark;--ink:#1d2433;--soft:#5a6478;--paper:#fff;--ground:#eef1f6;--line:#c6cedb;--mark:#1f5fbf}
            @media (prefers-color-scheme:dark){:root{--ink:#eef1f6;--soft:#aab4c6;--paper:#1b212d;--ground:#11151d;--line:#3c475a;--mark:#8ab6ff}}
            *{box-sizing:border-box}
            body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
            main{width:100%;max-width:24rem;background:var(--paper);border:1px solid var(--line);border-top:.35rem solid var(--mark);border-radius:.5rem;padding:1.75rem}
            h1{margin:0 0 .25rem;font-size:1.35rem;line-height:1.25}
            p{margin:0 0 1.25rem;color:var(--soft)}
            ul{list-style:none;margin:0 0 1rem;padding:0;display:grid;gap:.5rem}
            button{width:100%;min-height:3rem;padding:.6rem .9rem;border:1px solid var(--line);border-radius:.4rem;background:transparent;color:inherit;font:inherit;text-align:left;cursor:pointer}
            button:hover{border-color:var(--mark)}
            button:focus-visible{outline:3px solid var(--mark);outline-offset:2px}
            button small{display:block;color:var(--soft)}
            button.quiet{text-align:center;color:var(--soft)}
            button.main{text-align:center;background:var(--mark);border-color:var(--mark);color:var(--paper)}
            """;

    private OpPages() {}

    /** Lists the users of the provider; hidden fields carry the request. */
    static Response whoAreYou(Collection<Person> people, Map<String, String> params) {
        var html = new StringBuilder("<h1>Who are you?</h1><p>Demo ID signs you in without a password. ")
                .append("Choose a user for <strong>")
                .append(escape(params.getOrDefault("client_id", "")))
                .append("</strong>.</p><form method=\"post\" action=\"authorize\">");
        params.forEach((name, value) -> {
            if (!name.equals("person")) html.append(hidden(name, value));
        });
        html.append("<ul>");
        for (var person : people) {
            html.append("<li><button name=\"person\" value=\"")
                    .append(escape(person.sub()))
                    .append("\">");
            html.append(escape(person.name()));
            String email = person.claims().text("email");
            if (email != null) html.append(" <small>").append(escape(email)).append("</small>");
            html.append("</button></li>");
        }
        html.append("</ul><button class=\"quiet\" name=\"person\" value=\"\">Go back</button></form>");
        return page(200, "Sign in with Demo ID", html);
    }

    /**
     * Responds with a form (OAuth 2.0 Form Post Response Mode); the user presses its button, because there is no
     * script.
     */
    static Response formPost(String action, List<Map.Entry<String, String>> fields) {
        var html = new StringBuilder("<h1>One more step</h1><p>Continue to go back to the application.</p>")
                .append("<form method=\"post\" action=\"")
                .append(escape(action))
                .append("\">");
        for (var field : fields) html.append(hidden(field.getKey(), field.getValue()));
        html.append("<button class=\"main\">Continue</button></form>");
        return page(200, "Back to the application", html);
    }

    static Response askLogout(Map<String, String> params) {
        return page(
                200,
                "Log out",
                new StringBuilder("<h1>Do you want to log out?</h1><p>")
                        .append(escape(params.getOrDefault("logout_hint", "")))
                        .append("</p>"));
    }

    static Response broken(String why) {
        return page(
                400,
                "Not possible",
                new StringBuilder("<h1>Not possible</h1><p>")
                        .append(escape(why))
                        .append("</p>"));
    }

    private static Response page(int status, String title, StringBuilder main) {
        String html = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>" + escape(title)
                + "</title><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><style>" + STYLE
                + "</style></head><body><main>" + main + "</main></body></html>";
        return Response.of(status, "text/html; charset=utf-8", html)
                .header("Cache-Control", "no-store")
                .header(
                        "Content-Security-Policy",
                        "default-src 'none'; base-uri 'none'; style-src 'sha256-"
                                + Base64.encode(Hashes.sha256(STYLE.getBytes(StandardCharsets.UTF_8))) + "'")
                .header("X-Content-Type-Options", "nosniff");
    }

    private static String hidden(String name, String value) {
        return "<input type=\"hidden\" name=\"" + escape(name) + "\" value=\"" + escape(value) + "\">";
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
