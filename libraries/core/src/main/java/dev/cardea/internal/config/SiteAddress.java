package dev.cardea.internal.config;

import dev.cardea.http.WebUrl;
import dev.cardea.internal.origin.OriginPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where the site is, which headers may say so, and what follows from https. */
public record SiteAddress(
        @Nullable String url,
        @Nullable Boolean trustHost,
        List<String> trustedProxies,
        List<String> allowedHosts,
        @Nullable Boolean useSecureCookies,
        @Nullable Duration strictTransportSecurity) {
    public SiteAddress {
        trustedProxies = List.copyOf(trustedProxies);
        allowedHosts = List.copyOf(allowedHosts);
    }

    /** Says which origin a request is for, and which client sent it. */
    public OriginPolicy originPolicy() {
        var fixed = url == null ? null : WebUrl.parse(url).orElse(null);
        return new OriginPolicy(fixed, trustHost, trustedProxies, allowedHosts);
    }

    /** Returns the origin of the URL that was set; empty if requests say it. */
    public Optional<String> origin() {
        return Optional.ofNullable(url).flatMap(WebUrl::parse).map(WebUrl::origin);
    }

    /** Returns whether cookies of the origin are for https alone. */
    public boolean hasSecureCookies(String origin) {
        return useSecureCookies == null ? origin.startsWith("https:") : useSecureCookies;
    }

    /** The value of {@code Strict-Transport-Security}; {@code null} where it is not sent. */
    public @Nullable String transportSecurity() {
        if (strictTransportSecurity == null || url == null) return null;
        boolean https = WebUrl.parse(url)
                .filter(address -> address.isHttps() && !address.isLoopback())
                .isPresent();
        return https ? "max-age=" + strictTransportSecurity.toSeconds() : null;
    }
}
