package dev.cardea.dev;

import dev.cardea.http.Response;
import dev.cardea.jose.Hashes;
import dev.cardea.model.Session;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The pages of development mode. All but the log run no script. */
final class DevPages {
    private static final String STYLE = load("dev.css");
    private static final Map<String, String> LINKS = links();
    private static final String FORM_TARGETS = "'self' http://localhost:* https://localhost:* http://127.0.0.1:*";

    /** Ends the path of a mail whose text is asked for. */
    static final String AS_TEXT = "/text";

    private DevPages() {}

    /**
     * Shows the people with a button for each provider, and the mails.
     *
     * @param home the path of this page
     */
    static Response overview(
            String home,
            Collection<LocalProvider> providers,
            List<DevPerson> people,
            DevInbox inbox,
            boolean mailConfigured,
            String signIn) {
        var html = new StringBuilder(
                        "<h1>Development mode</h1><p class=\"lead\">These accounts and emails exist on this"
                                + " machine only. <a href=\"")
                .append(escape(signIn))
                .append("\">Open the sign-in page</a></p><section><h2>People</h2>");
        if (providers.isEmpty()) {
            html.append(
                    "<p>There's no local provider: either you haven't configured one, or they all have credentials.</p>");
        } else {
            html.append("<p>Choose a provider to sign in as that person.</p><ul class=\"people\">");
            for (var person : people) {
                html.append("<li>").append(describe(person)).append("<div class=\"actions\">");
                for (var provider : providers) html.append(signInButton(home, provider, person));
                html.append("</div></li>");
            }
            html.append("</ul>");
        }
        html.append("</section>").append(inbox(home, inbox, mailConfigured));
        return page(200, "Development mode", navigation(home, home), html, "");
    }

    private static String signInButton(String home, LocalProvider provider, DevPerson person) {
        return "<form method=\"post\" action=\"" + home + "/sign-in\">"
                + hidden("provider", provider.id()) + hidden("person", person.id())
                + "<button aria-label=\"Sign in as " + escape(person.shown()) + " with " + escape(provider.name())
                + "\">" + escape(provider.name()) + "</button></form>";
    }

    private static String describe(DevPerson person) {
        var email = person.email() == null
                ? "no email address"
                : escape(person.email()) + (person.verified() ? "" : ", unverified");
        return "<div><strong>" + escape(person.shown()) + "</strong><small>" + escape(person.label()) + " · " + email
                + "</small></div>";
    }

    private static String inbox(String home, DevInbox inbox, boolean configured) {
        var html = new StringBuilder("<section><h2>Inbox</h2>");
        inbox.address()
                .ifPresent(smtp -> html.append(
                                "<p>Your application's own emails also arrive here if it sends them to <code>")
                        .append(escape(smtp))
                        .append("</code>.</p>"));
        var mails = inbox.mails();
        if (mails.isEmpty()) {
            return html.append(
                            configured
                                    ? "<p>No emails yet. Enter any email address on the sign-in page.</p></section>"
                                    : "<p>Email sign-in isn't configured.</p></section>")
                    .toString();
        }
        html.append("<ul class=\"mails\">");
        for (var mail : mails) html.append(row(home, mail));
        return html.append("</ul><form method=\"post\" action=\"" + home
                        + "/inbox/clear\"><button>Delete all emails</button></form></section>")
                .toString();
    }

    private static String row(String home, DevInbox.Mail mail) {
        var page = home + "/mails/" + mail.id();
        var html = new StringBuilder("<li><div><strong>")
                .append(escape(mail.to()))
                .append("</strong><small>")
                .append(mail.from() == null ? "" : "from " + escape(mail.from()) + " · ")
                .append(escape(mail.content().subject()))
                .append(" · ")
                .append(escape(mail.received().toString().substring(11, 19)))
                .append(" UTC</small></div><div class=\"actions\">");
        mail.typedCode()
                .ifPresent(code -> html.append("<code>").append(escape(code)).append("</code>"));
        if (!mail.url().isEmpty()) {
            html.append("<a class=\"main\" href=\"").append(escape(mail.url())).append("\">Open the link</a>");
        }
        html.append(link(page, "Show email"));
        if (!mail.content().html().isEmpty()) html.append(link(page + AS_TEXT, "Show plain text"));
        return html.append("</div></li>").toString();
    }

    private static String link(String address, String label) {
        return "<a href=\"" + escape(address) + "\">" + label + "</a>";
    }

    /** Asks who signs in; hidden fields carry the authorization request. */
    static Response choose(LocalProvider provider, List<DevPerson> people, Map<String, String> params) {
        var html = new StringBuilder("<h1>Sign in with ")
                .append(escape(provider.name()))
                .append("</h1><p class=\"lead\">This isn't the real ")
                .append(escape(provider.name()))
                .append(". Choose who signs in.</p><form method=\"post\">");
        params.forEach((name, value) -> html.append(hidden(name, value)));
        html.append("<ul class=\"choices\">");
        for (var person : people) {
            html.append("<li><button name=\"person\" value=\"")
                    .append(escape(person.id()))
                    .append("\">")
                    .append(describe(person))
                    .append("</button></li>");
        }
        html.append("</ul><button class=\"quiet\" name=\"person\" value=\"\">Cancel</button></form>");
        return page(200, "Sign in with " + provider.name(), html);
    }

    /** Shows who is signed in, where no application serves a page. */
    static Response home(Optional<Session> session, String basePath) {
        var html = new StringBuilder("<h1>");
        if (session.isEmpty()) {
            html.append("Not signed in</h1><p class=\"lead\">Cardea is running. <a href=\"")
                    .append(escape(basePath))
                    .append("/signin\">Sign in</a></p>");
        } else {
            var user = session.get().user();
            var shown = user.name() != null ? user.name() : user.email() != null ? user.email() : "a user";
            html.append("Signed in as ")
                    .append(escape(String.valueOf(shown)))
                    .append("</h1><p class=\"lead\">Your application sees this session.</p><pre>")
                    .append(escape(session.get().toJson()))
                    .append("</pre><p><a href=\"")
                    .append(escape(basePath))
                    .append("/signout\">Sign out</a></p>");
        }
        html.append("<p><a href=\"" + DevPaths.PATH + "\">People and inbox</a></p>");
        return page(200, "Development mode", html);
    }

    /** Shows the errors of a configuration file above a page. */
    static Response withErrors(Response answer, List<String> errors) {
        var page = answer.header("content-type").orElse("").startsWith("text/html") ? answer.text() : "";
        int body = page.indexOf("<body");
        int start = body < 0 ? -1 : page.indexOf('>', body) + 1;
        if (start <= 0) return answer;
        var html = new StringBuilder("<div role=\"alert\"><strong>The configuration has errors. The previous one stays"
                + " in effect.</strong><pre>");
        errors.forEach(line -> html.append(escape(line)).append('\n'));
        var shown = page.substring(0, start) + html.append("</pre></div>") + page.substring(start);
        return Response.of(answer.status(), answer.headers(), shown.getBytes(StandardCharsets.UTF_8));
    }

    /** Shows a mail as a mail program does. A mail of the application runs no script, and its forms cannot be sent. */
    static Response mail(DevInbox.Mail mail) {
        var html = mail.content().html();
        if (html.isEmpty()) return mailAsText(mail);
        return secured(
                Response.of(200, "text/html; charset=utf-8", html),
                "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; form-action 'none'");
    }

    /** Shows the plain text of a mail, as programs without HTML do. */
    static Response mailAsText(DevInbox.Mail mail) {
        var text = mail.content().text();
        var shown = text.isEmpty() ? "<p>This email has no plain text.</p>" : "<pre>" + escape(text) + "</pre>";
        return page(
                200, "Email", new StringBuilder("<h1>" + escape(mail.content().subject()) + "</h1>" + shown));
    }

    /** A page without links to the others. */
    static Response page(int status, String title, StringBuilder main) {
        return page(status, title, "", main, "");
    }

    static Response page(String home, DevPage tool, StringBuilder main) {
        return page(home, tool, main, "");
    }

    static Response page(String home, DevPage tool, StringBuilder main, String script) {
        return page(200, tool.title() + " · Development mode", navigation(home, tool.path(home)), main, script);
    }

    static Response seeOther(String path) {
        return Response.of(303).location(path).header("Cache-Control", "no-store");
    }

    /** The links to all pages. */
    private static String navigation(String home, String current) {
        var html = new StringBuilder("<nav aria-label=\"Development mode\">");
        LINKS.forEach((path, title) -> html.append("<a href=\"")
                .append(home)
                .append(path)
                .append(current.equals(home + path) ? "\" aria-current=\"page\">" : "\">")
                .append(title)
                .append("</a>"));
        return html.append("</nav>").toString();
    }

    private static Map<String, String> links() {
        var all = new LinkedHashMap<String, String>();
        all.put("", "People and inbox");
        all.put("/users", "Users");
        all.put("/log", "Log");
        all.put("/faults", "Faults");
        all.put("/clock", "Clock");
        all.put("/passkeys", "Passkeys");
        all.put("/authenticator", "Authenticator");
        return all;
    }

    /** Forms end at the site, whose port may be another. */
    private static Response page(int status, String title, String navigation, StringBuilder main, String script) {
        var html = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>" + escape(title)
                + "</title><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
                + "<meta name=\"robots\" content=\"noindex\"><style>" + STYLE + "</style></head><body>"
                + "<p class=\"banner\">Development mode: local accounts and emails</p>" + navigation + "<main>" + main
                + "</main>" + (script.isEmpty() ? "" : "<script>" + script + "</script>") + "</body></html>";
        var scripts = script.isEmpty() ? "" : "; script-src " + hash(script) + "; connect-src 'self'";
        return secured(
                Response.of(status, "text/html; charset=utf-8", html),
                "default-src 'none'; style-src " + hash(STYLE) + scripts + "; form-action " + FORM_TARGETS);
    }

    private static Response secured(Response page, String policy) {
        return page.header("Cache-Control", "no-store")
                .header("Content-Security-Policy", policy + "; base-uri 'none'; frame-ancestors 'none'")
                .header("X-Content-Type-Options", "nosniff")
                .header("X-Frame-Options", "DENY")
                .header("Referrer-Policy", "same-origin")
                .header("Cross-Origin-Opener-Policy", "same-origin")
                .header("Cross-Origin-Resource-Policy", "same-origin");
    }

    static String hidden(String name, String value) {
        return "<input type=\"hidden\" name=\"" + escape(name) + "\" value=\"" + escape(value) + "\">";
    }

    /** Returns a page that the browser asks for again each second. */
    static String waiting(String title, String text) {
        return "<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"1\"><title>"
                + escape(title) + "</title><p>" + escape(text) + " This page retries every second.</p>";
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** Returns the hash that permits a style in a content security policy. */
    static String hash(String style) {
        return "'sha256-" + Base64.getEncoder().encodeToString(Hashes.sha256(style.getBytes(StandardCharsets.UTF_8)))
                + "'";
    }

    static String load(String name) {
        try (var in = Objects.requireNonNull(DevPages.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
