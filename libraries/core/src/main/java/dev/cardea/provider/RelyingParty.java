package dev.cardea.provider;

import dev.cardea.http.WebUrl;
import java.util.List;

/**
 * The site that requests a passkey (Auth.js: {@code relayingParty}).
 *
 * @param id the domain that passkeys belong to (§5.1.2: RP ID); they work on it and on its subdomains
 * @param name shown by some authenticators
 * @param origins where a ceremony may run, compared character by character; {@code https://app.example}, or
 *     {@code android:apk-key-hash:…} for an app
 * @param topOrigins other origins that may show the site in a frame during a ceremony; none by default
 */
public record RelyingParty(String id, String name, List<String> origins, List<String> topOrigins) {
    public RelyingParty {
        origins = List.copyOf(origins);
        topOrigins = List.copyOf(topOrigins);
    }

    /** Creates the relying party of a site: host name, host and port, origin. */
    public static RelyingParty of(String origin) {
        var url = WebUrl.parse(origin).orElseThrow(() -> new IllegalArgumentException("not an origin: " + origin));
        return new RelyingParty(url.host(), url.authority(), List.of(url.origin()), List.of());
    }

    public RelyingParty id(String domain) {
        return new RelyingParty(domain, name, origins, topOrigins);
    }

    public RelyingParty name(String shown) {
        return new RelyingParty(id, shown, origins, topOrigins);
    }

    public RelyingParty origins(String... all) {
        return new RelyingParty(id, name, List.of(all), topOrigins);
    }

    public RelyingParty topOrigins(String... all) {
        return new RelyingParty(id, name, origins, List.of(all));
    }
}
