package dev.cardea.dev;

import dev.cardea.http.Response;
import java.nio.charset.StandardCharsets;

/** Marks the built-in pages, so that no page of development mode is mistaken for a real one. */
final class Banner {
    private static final String STYLE =
            ".cardea-development{box-sizing:border-box;position:fixed;inset:auto 0 0 0;padding:10px 16px;"
                    + "background:#7a3b00;color:#fff;font:600 14px/1.4 system-ui,sans-serif;text-align:center}"
                    + ".cardea-development a{color:#fff;text-underline-offset:3px}"
                    + "body{padding-block-end:56px}";
    private static final String HTML =
            "<aside class=\"cardea-development\">Development mode: local accounts and mails. " + "<a href=\""
                    + DevelopmentMode.PATH + "\">People and inbox</a></aside>";

    private Banner() {}

    /** Returns the response with the banner if it is a page. */
    static Response on(Response answer) {
        var type = answer.header("content-type").orElse("");
        var page = type.startsWith("text/html") ? answer.text() : "";
        int head = page.indexOf("</head>");
        int end = page.lastIndexOf("</body>");
        if (head < 0 || end < head) return answer;
        var marked = page.substring(0, head) + "<style>" + STYLE + "</style>" + page.substring(head, end) + HTML
                + page.substring(end);
        var headers = answer.headers();
        var policy = answer.header("content-security-policy");
        if (policy.isPresent()) {
            headers = headers.set(
                    "Content-Security-Policy",
                    policy.get().replace("style-src ", "style-src " + DevPages.hash(STYLE) + " "));
        }
        return Response.of(answer.status(), headers, marked.getBytes(StandardCharsets.UTF_8));
    }
}
