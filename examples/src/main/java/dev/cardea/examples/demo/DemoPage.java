package dev.cardea.examples.demo;

import dev.cardea.http.Response;
import gg.jte.html.escape.Escape;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The frame of the demo's own pages. */
final class DemoPage {
    private static final String STYLE = load();
    private static final String INBOX = "<div class=\"other\"><a class=\"link\" href=\"/inbox\" target=\"_blank\">"
            + "Open the demo's inbox</a></div>";

    private DemoPage() {}

    static Response of(String title, String content) {
        var html = """
                <!DOCTYPE html><html lang="en"><head><meta charset="UTF-8">
                <meta name="viewport" content="width=device-width, initial-scale=1"><title>%s</title><link rel="icon" href="data:,"><style>%s</style></head>
                <body><header><strong>Cardea demo</strong><nav><a href="/">Home</a> <a href="/inbox">Inbox</a> <a href="/authenticator">Authenticator</a></nav></header>
                <main>%s</main></body></html>
                """.formatted(escape(title), STYLE, content);
        return Response.of(200, "text/html; charset=utf-8", html).header("Cache-Control", "no-store");
    }

    /** Returns a built-in page with a link to the inbox, where the code is that it asks for. */
    static Response withInbox(Response response) {
        var page = response.text().replace("</main>", INBOX + "</main>");
        return Response.of(response.status(), response.headers(), page.getBytes(StandardCharsets.UTF_8));
    }

    static Response notFound() {
        return Response.of(404, "text/plain; charset=utf-8", "Page not found.");
    }

    static String escape(Object text) {
        var out = new StringOutput();
        Escape.htmlAttribute(String.valueOf(text), out);
        return out.toString().replace(">", "&gt;");
    }

    private static String load() {
        try (var in = Objects.requireNonNull(DemoPage.class.getResourceAsStream("demo.css"), "demo.css")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
