package dev.cardea.server.doctor;

import dev.cardea.http.WebUrl;
import java.util.Locale;
import java.util.Optional;

/** Finds the cookies of a site that a browser would not protect (RFC 6265bis §4.1.2 and §4.1.3). */
final class SiteCookieCheck {
    private SiteCookieCheck() {}

    /** @param header the value of a {@code Set-Cookie} header, of which no value is ever shown */
    static Optional<String> problem(String header, WebUrl address) {
        var name = header.substring(0, Math.max(header.indexOf('='), 0));
        var attributes = header.toLowerCase(Locale.ROOT).replace(" ", "");
        var cookie = "the cookie " + name;
        if (!attributes.contains(";httponly"))
            return Optional.of(cookie + " doesn't have HttpOnly, so scripts can read it; don't change Set-Cookie");
        if (!attributes.contains(";samesite="))
            return Optional.of(cookie + " doesn't have SameSite, so other sites can send it; don't change Set-Cookie");
        if (!address.isHttps()) {
            return address.isLoopback()
                    ? Optional.empty()
                    : Optional.of(cookie
                            + " is sent over plain http, so anyone on the network can read it; serve the site "
                            + "over https");
        }
        boolean isHostOnly =
                !name.startsWith("__Host-") || !attributes.contains(";domain=") && attributes.contains(";path=/");
        if (!isHostOnly)
            return Optional.of(cookie + " has a domain or no path, so browsers reject it; don't change Set-Cookie");
        if (attributes.contains(";secure")) return Optional.empty();
        return Optional.of(cookie + " doesn't have Secure although visitors use https, because the site expects plain "
                + "http; set url to the https URL, or have the proxy send X-Forwarded-Proto and add it "
                + "to trustedProxies");
    }

    /** As {@link #problem}, for what a site may have chosen: cookies that have other names. */
    static Optional<String> advice(String header, WebUrl address) {
        var name = header.substring(0, Math.max(header.indexOf('='), 0));
        if (!address.isHttps() || name.startsWith("__Host-") || name.startsWith("__Secure-")) return Optional.empty();
        return Optional.of("the cookie " + name + " has neither the prefix __Host- nor __Secure-, so a page of another "
                + "subdomain, or one over plain http, can replace it; use the default names for cookies");
    }
}
