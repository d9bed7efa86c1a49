package dev.cardea.internal.oauth;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.WebUrl;
import dev.cardea.provider.OAuthException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The discovery document of a provider (OpenID Connect Discovery §4), fetched on first use and cached for ten minutes.
 * If the provider does not respond, the last document serves for a day. Without one, a failure is repeated from memory
 * for five seconds before the next fetch. Safe for concurrent use.
 */
public final class Discovery {
    private static final List<String> ENDPOINTS =
            List.of("authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri");
    private static final Duration FRESH = Duration.ofMinutes(10);

    private final @Nullable String issuer;
    private final String address;
    private final HttpHandler http;
    private final Runnable issuerDiffers;
    private final CachedDocument<ServerMetadata> document;

    /**
     * @param issuer that the document must name; {@code null} accepts the one that it names
     * @param wellKnown address of the document; {@code null} means the well-known address below the issuer
     */
    public Discovery(@Nullable String issuer, @Nullable String wellKnown, HttpHandler http, Clock clock) {
        this(issuer, wellKnown, http, clock, () -> {});
    }

    /** @param issuerDiffers called if a document names another issuer */
    public Discovery(
            @Nullable String issuer,
            @Nullable String wellKnown,
            HttpHandler http,
            Clock clock,
            Runnable issuerDiffers) {
        this.issuer = issuer;
        this.issuerDiffers = issuerDiffers;
        if (wellKnown == null && issuer == null)
            throw new IllegalArgumentException("either issuer or wellKnown is required");
        address = wellKnown != null ? wellKnown : trimmed(String.valueOf(issuer)) + "/.well-known/openid-configuration";
        this.http = http;
        document = new CachedDocument<>(this::fetch, FRESH, clock);
    }

    /** @throws OAuthException if the document cannot be fetched or names another issuer */
    public ServerMetadata metadata() {
        return document.current().content();
    }

    private ServerMetadata fetch() {
        var answer = http.handle(Request.get(address).header("accept", "application/json"));
        if (answer.status() != 200) throw new OAuthException("discovery returned status " + answer.status());
        var metadata = new ServerMetadata(JsonAnswer.object(answer, "the discovery document"));
        var named = metadata.issuer();
        if (named == null || named.isEmpty())
            throw new OAuthException("the discovery document doesn't contain an issuer");
        if (issuer != null && !sameIssuer(named, issuer)) {
            issuerDiffers.run();
            var whose = WebUrl.parse(named).map(url -> named).orElse("another issuer");
            throw new OAuthException(
                    "the discovery document is of " + whose + ", not of " + issuer + "; compare the issuer setting");
        }
        requireHttps(metadata);
        return metadata;
    }

    /** A document that was fetched over TLS must not name endpoints that send secrets in plain text. */
    private void requireHttps(ServerMetadata metadata) {
        if (!address.startsWith("https:")) return;
        for (var name : ENDPOINTS) {
            var endpoint = metadata.claims().value(name);
            if (endpoint == null) continue;
            var url = endpoint instanceof String text ? WebUrl.parse(text) : Optional.<WebUrl>empty();
            if (url.filter(WebUrl::isHttps).isEmpty())
                throw new OAuthException("the announced " + name + " is not https");
        }
    }

    /** Compares as URLs: a host without a path equals the same host with a slash. */
    private static boolean sameIssuer(String one, String other) {
        if (one.equals(other)) return true;
        var first = WebUrl.parse(one);
        return first.isPresent() && first.equals(WebUrl.parse(other));
    }

    private static String trimmed(String issuer) {
        return issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer;
    }
}
