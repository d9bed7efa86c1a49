package dev.cardea.http;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** A cookie to set. The value is kept as plain text and percent-encoded when the header is written. */
public record Cookie(String name, String value, CookieOptions options) {
    private static final DateTimeFormatter EXPIRES = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    /** Room for the attributes that most cookies have. */
    private static final int ATTRIBUTES = 128;

    private static volatile Date last = new Date(0, EXPIRES.format(Instant.EPOCH));

    public Cookie {
        requireToken(name);
    }

    /** Returns the cookie that deletes a cookie of this name with these options. */
    public static Cookie deleted(String name, CookieOptions options) {
        return new Cookie(name, "", options.maxAge(0L).expires(null));
    }

    /** Returns the value of the {@code Set-Cookie} header, with attributes in the order of Auth.js. */
    public String toHeaderValue() {
        var encoded = Form.encodeComponent(value);
        var out = new StringBuilder(name.length() + encoded.length() + ATTRIBUTES);
        out.append(name).append('=').append(encoded);
        if (options.maxAge() != null) out.append("; Max-Age=").append(options.maxAge());
        if (options.domain() != null) out.append("; Domain=").append(options.domain());
        if (options.path() != null) out.append("; Path=").append(options.path());
        if (options.expires() != null) out.append("; Expires=").append(date(options.expires()));
        if (options.httpOnly()) out.append("; HttpOnly");
        if (options.secure()) out.append("; Secure");
        if (options.partitioned()) out.append("; Partitioned");
        if (options.priority() != null)
            out.append("; Priority=").append(options.priority().wire());
        if (options.sameSite() != null) out.append("; SameSite=").append(options.sameSite().wire);
        return out.toString();
    }

    /**
     * Sessions of equal length that are sent within one second expire at the same time, so the cached date usually
     * fits.
     */
    private static String date(Instant expires) {
        var known = last;
        if (known.second != expires.getEpochSecond()) {
            known = new Date(expires.getEpochSecond(), EXPIRES.format(expires));
            last = known;
        }
        return known.text;
    }

    private record Date(long second, String text) {}

    /** Prints the name only, because the value may be a secret. */
    @Override
    public String toString() {
        return "Cookie[" + name + "]";
    }

    private static void requireToken(String name) {
        if (name.isEmpty()) throw new IllegalArgumentException("a cookie needs a name");
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c <= 0x20 || c >= 0x7f || "()<>@,;:\\\"/[]?={}".indexOf(c) >= 0) {
                throw new IllegalArgumentException("the cookie name " + name.replaceAll("[^ -~]", "?")
                        + " may not contain '" + CookieOptions.printable(c) + "' (RFC 9110 §5.6.2)");
            }
        }
    }
}
