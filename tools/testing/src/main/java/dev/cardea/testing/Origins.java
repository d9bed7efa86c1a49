package dev.cardea.testing;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A web of a few sites: each request goes to the handler of its origin, and an unknown origin refuses the connection.
 * Pass it to a {@link Browser}, and to an application as its HTTP client.
 */
public final class Origins implements HttpHandler {
    private final Map<String, HttpHandler> sites;

    private Origins(Map<String, HttpHandler> sites) {
        this.sites = sites;
    }

    public static Origins of(String origin, HttpHandler site) {
        return new Origins(Map.of()).and(origin, site);
    }

    /** Returns a copy with one more site. */
    public Origins and(String origin, HttpHandler site) {
        var all = new LinkedHashMap<>(sites);
        all.put(origin(origin), site);
        return new Origins(all);
    }

    public Origins and(IdentityProvider provider) {
        return and(provider.issuer(), provider);
    }

    @Override
    public Response handle(Request request) {
        String origin = origin(request.url());
        var site = sites.get(origin);
        if (site == null) throw new UncheckedIOException(new ConnectException("no server listens at " + origin));
        return site.handle(request);
    }

    private static String origin(String url) {
        return WebUrl.parse(url)
                .orElseThrow(() -> new IllegalArgumentException("not an absolute URL: " + url))
                .origin();
    }
}
