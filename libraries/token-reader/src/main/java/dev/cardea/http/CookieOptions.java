package dev.cardea.http;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a cookie (RFC 6265 §4.1.2). An attribute that is {@code null} is not sent.
 *
 * @param maxAge seconds
 */
public record CookieOptions(
        boolean httpOnly,
        @Nullable SameSite sameSite,
        @Nullable String path,
        boolean secure,
        @Nullable Long maxAge,
        @Nullable String domain,
        @Nullable Instant expires,
        boolean partitioned,
        @Nullable Priority priority) {

    /** The attribute {@code SameSite}. */
    public enum SameSite {
        STRICT("Strict"),
        LAX("Lax"),
        NONE("None");

        final String wire;

        SameSite(String wire) {
            this.wire = wire;
        }

        public static Optional<SameSite> parse(String text) {
            for (var value : values()) if (value.wire.equalsIgnoreCase(text)) return Optional.of(value);
            return Optional.empty();
        }
    }

    /** The attribute {@code Priority}, which only Chromium supports. */
    public enum Priority {
        LOW,
        MEDIUM,
        HIGH;

        String wire() {
            return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
        }
    }

    private static final Pattern DOMAIN = Pattern.compile(
            "\\.?[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*", Pattern.CASE_INSENSITIVE);

    /** Valid for the whole site, hidden from scripts, and not sent with cross-site posts. */
    public static final CookieOptions DEFAULT =
            new CookieOptions(true, SameSite.LAX, "/", false, null, null, null, false, null);

    public CookieOptions {
        if (path != null) requirePath(path);
        if (domain != null && !DOMAIN.matcher(domain).matches()) {
            throw new IllegalArgumentException("the cookie's domain must be a host name such as example.com");
        }
    }

    public CookieOptions httpOnly(boolean value) {
        return new CookieOptions(value, sameSite, path, secure, maxAge, domain, expires, partitioned, priority);
    }

    public CookieOptions sameSite(@Nullable SameSite value) {
        return new CookieOptions(httpOnly, value, path, secure, maxAge, domain, expires, partitioned, priority);
    }

    public CookieOptions path(@Nullable String value) {
        return new CookieOptions(httpOnly, sameSite, value, secure, maxAge, domain, expires, partitioned, priority);
    }

    public CookieOptions secure(boolean value) {
        return new CookieOptions(httpOnly, sameSite, path, value, maxAge, domain, expires, partitioned, priority);
    }

    public CookieOptions maxAge(@Nullable Long seconds) {
        return new CookieOptions(httpOnly, sameSite, path, secure, seconds, domain, expires, partitioned, priority);
    }

    public CookieOptions domain(@Nullable String value) {
        return new CookieOptions(httpOnly, sameSite, path, secure, maxAge, value, expires, partitioned, priority);
    }

    public CookieOptions expires(@Nullable Instant value) {
        return new CookieOptions(httpOnly, sameSite, path, secure, maxAge, domain, value, partitioned, priority);
    }

    public CookieOptions partitioned(boolean value) {
        return new CookieOptions(httpOnly, sameSite, path, secure, maxAge, domain, expires, value, priority);
    }

    public CookieOptions priority(@Nullable Priority value) {
        return new CookieOptions(httpOnly, sameSite, path, secure, maxAge, domain, expires, partitioned, value);
    }

    private static void requirePath(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x20 || c >= 0x7f || c == ';') {
                throw new IllegalArgumentException("the cookie's path may not contain '" + printable(c) + "'");
            }
        }
    }

    static String printable(char c) {
        return c > 0x20 && c < 0x7f ? String.valueOf(c) : String.format(Locale.ROOT, "U+%04X", (int) c);
    }
}
