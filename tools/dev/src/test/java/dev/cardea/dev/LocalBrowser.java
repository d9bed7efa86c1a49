package dev.cardea.dev;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Origins;
import dev.cardea.testing.Page;
import org.jspecify.annotations.Nullable;

/** A browser on the same machine as a site, with the headers that browsers send. */
final class LocalBrowser {
    static final String SITE = "http://localhost:3000";

    private LocalBrowser() {}

    static Browser of(HttpHandler site) {
        return Browser.of(Origins.of(SITE, request -> site.handle(from("127.0.0.1", navigating(request)))));
    }

    /** Adds what browsers send when a user follows a link, enters an address or sends a form. */
    static Request navigating(Request request) {
        if (!request.method().equals("GET")) {
            return request.headers().has("origin") ? request : request.header("Origin", SITE);
        }
        return request.header("Sec-Fetch-Site", "none")
                .header("Sec-Fetch-Mode", "navigate")
                .header("Sec-Fetch-Dest", "document");
    }

    /** Clicks a person on the page of a provider. */
    static Page choose(Page page, String person) {
        var button = page.document().selectFirst("button[value=" + person + "]");
        if (button == null) throw new AssertionError("no person " + person + " at " + page.url() + ": " + page.text());
        return page.press(button.text());
    }

    static Request from(@Nullable String peer, Request request) {
        return Request.of(
                request.method(), request.scheme(), request.target(), request.headers(), request.body(), peer);
    }
}
