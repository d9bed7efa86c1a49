package dev.cardea.fuzz;

import dev.cardea.http.WebUrl;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Addresses: where a browser may be sent, and which origin a page has. */
final class UrlTarget {
    private UrlTarget() {}

    public static void fuzzerTestOneInput(byte[] data) {
        var text = new String(data, StandardCharsets.UTF_8);
        if (WebUrl.isSafe(text)) {
            Hold.that(
                    WebUrl.escape(text).chars().allMatch(c -> c > 0x20 && c < 0x7f),
                    "what may go into a header is printable ASCII");
        }
        var parsed = WebUrl.parse(text);
        if (parsed.isEmpty()) return;
        var url = parsed.get();
        Hold.that(
                !url.host().isEmpty() && url.host().equals(url.host().toLowerCase(Locale.ROOT)),
                "a host in lower case");
        Hold.that(url.host().chars().noneMatch(c -> "@/?#\\ ".indexOf(c) >= 0), "a host without delimiters");
        Hold.that(url.path().startsWith("/"), "a path");
        Hold.that(WebUrl.parse(url.toString()).filter(url::equals).isPresent(), "an address survives");
        Hold.that(WebUrl.parse(url.origin()).filter(url::sameOrigin).isPresent(), "an origin is an address");
        requireSameHost(url, text);
    }

    /** The parser of the JDK reads the same host, where it reads one. */
    private static void requireSameHost(WebUrl url, String text) {
        try {
            var host = new URI(text).getHost();
            if (host == null) return;
            Hold.that(host.toLowerCase(Locale.ROOT).equals(url.host()), "one host for both parsers");
        } catch (URISyntaxException e) {
            // A text that it rejects.
        }
    }
}
