package dev.cardea.internal.origin;

import dev.cardea.http.Headers;
import dev.cardea.http.WebUrl;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The other origins whose pages may act for a user as the site's own pages do. Origins are compared as a whole, never by
 * a pattern. Immutable.
 */
public final class AllowedOrigins {
    private final Set<String> origins;

    private AllowedOrigins(Set<String> origins) {
        this.origins = origins;
    }

    /** @param origins for each, {@link #problemOf} is empty */
    public static AllowedOrigins of(List<String> origins) {
        return new AllowedOrigins(Set.copyOf(origins));
    }

    /** Returns the error of a text that is not an origin as browsers send it; empty for an origin. */
    public static Optional<String> problemOf(String text) {
        var shown = "\"" + text.replaceAll("[^ -~]", "?") + "\"";
        if (text.contains("*")) {
            return Optional.of(shown + " is a pattern, and any site that it matches could act for your users; "
                    + "list every origin, such as https://app.example");
        }
        var origin = WebUrl.parse(text).filter(url -> url.origin().equals(text));
        if (origin.isEmpty()) {
            return Optional.of(shown + " isn't an origin; write scheme, host and port as browsers send them, such as"
                    + " https://app.example or http://localhost:5173");
        }
        if (origin.get().isHttps() || origin.get().isLoopback()) return Optional.empty();
        return Optional.of(
                shown + " is plain http, so anyone on the network could change its scripts; use https, or an "
                        + "origin on this machine, such as http://localhost:5173");
    }

    public boolean isEmpty() {
        return origins.isEmpty();
    }

    /** Returns the origin of the page that sent a request, if it is one of these. Several origins are none. */
    public Optional<String> sender(Headers request) {
        return origins.isEmpty() ? Optional.empty() : request.joined("origin").filter(origins::contains);
    }

    public List<String> all() {
        return origins.stream().sorted().toList();
    }
}
