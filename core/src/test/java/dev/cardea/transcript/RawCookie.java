package dev.cardea.transcript;

import dev.cardea.http.Cookie;
import dev.cardea.http.CookieOptions;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import java.time.Instant;

/** A cookie of a raw answer as the header line it would become. */
final class RawCookie {
    private RawCookie() {}

    static String line(Claims cookie) {
        var options = cookie.get(Claim.object("options")).orElse(Claims.NONE);
        var o = CookieOptions.DEFAULT
                .httpOnly(Boolean.TRUE.equals(options.value("httpOnly")))
                .secure(Boolean.TRUE.equals(options.value("secure")))
                .path(options.text("path"))
                .maxAge(options.get(Claim.number("maxAge")).orElse(null))
                .sameSite(
                        options.text("sameSite") == null
                                ? null
                                : CookieOptions.SameSite.parse(options.text("sameSite"))
                                        .orElseThrow());
        var expires = Claims.of("d", Wire.plain(options.value("expires"))).value("d");
        if (expires instanceof Instant instant) o = o.expires(instant);
        return new Cookie(cookie.text("name"), String.valueOf(cookie.value("value")), o).toHeaderValue();
    }
}
