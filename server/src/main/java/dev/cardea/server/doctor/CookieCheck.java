package dev.cardea.server.doctor;

import dev.cardea.http.WebUrl;
import java.util.Locale;
import java.util.Optional;

/** Finds the cookies of a site that a browser would not protect (RFC 6265bis §4.1.2 and §4.1.3). */
final class CookieCheck {
    private CookieCheck() {}

    /** @param header the value of a {@code Set-Cookie} header, of which no value is ever shown */
    static Optional<String> problem(String header, WebUrl address) {
        var name = header.substring(0, Math.max(header.indexOf('='), 0));
        var attributes = header.toLowerCase(Locale.ROOT).replace(" ", "");
        var cookie = "the cookie " + name;
        if (!attributes.contains(";httponly"))
            return Optional.of(cookie + " has no HttpOnly; scripts can read it; leave Set-Cookie as it is");
        if (!attributes.contains(";samesite="))
            return Optional.of(cookie + " has no SameSite; other sites can send it; leave Set-Cookie as it is");
        if (!address.isHttps()) {
            return address.isLoopback()
                    ? Optional.empty()
                    : Optional.of(cookie
                            + " travels over plain http; anyone on the way can read it; serve the site over https");
        }
        boolean isHostOnly =
                !name.startsWith("__Host-") || !attributes.contains(";domain=") && attributes.contains(";path=/");
        if (!isHostOnly)
            return Optional.of(cookie + " has a domain or no path; browsers reject it; leave Set-Cookie as it is");
        if (attributes.contains(";secure")) return Optional.empty();
        return Optional.of(
                cookie + " has no Secure although visitors use https; the site takes itself for plain http; set"
                        + " url to the https address, or let the proxy send X-Forwarded-Proto, and name it in trustedProxies");
    }

    /** As {@link #problem}, for what a site may have chosen: cookies that have other names. */
    static Optional<String> advice(String header, WebUrl address) {
        var name = header.substring(0, Math.max(header.indexOf('='), 0));
        if (!address.isHttps() || name.startsWith("__Host-") || name.startsWith("__Secure-")) return Optional.empty();
        return Optional.of(
                "the cookie " + name + " has neither the prefix __Host- nor __Secure-; a page of a neighbouring"
                        + " subdomain, or one over plain http, can replace it; leave the cookies their default names");
    }
}
