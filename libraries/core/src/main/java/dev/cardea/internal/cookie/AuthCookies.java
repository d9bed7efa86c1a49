package dev.cardea.internal.cookie;

import dev.cardea.cookies.AuthCookie;
import dev.cardea.cookies.CookieOverride;
import dev.cardea.http.Cookie;
import dev.cardea.http.CookieOptions;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** Name and attributes of each cookie, for one secure mode. Built once; making a cookie is a look-up. */
public final class AuthCookies {
    private record Definition(String name, CookieOptions options) {}

    private final Map<AuthCookie, Definition> definitions = new EnumMap<>(AuthCookie.class);

    public AuthCookies(boolean secure, Map<AuthCookie, CookieOverride> overrides) {
        for (var cookie : AuthCookie.values()) {
            var override = overrides.getOrDefault(cookie, CookieOverride.options(o -> o));
            var options = override.options().apply(cookie.options(secure));
            var name = override.name() == null ? cookie.name(secure) : override.name();
            definitions.put(cookie, new Definition(new Cookie(name, "", options).name(), options));
        }
    }

    public String name(AuthCookie cookie) {
        return definition(cookie).name;
    }

    public CookieOptions options(AuthCookie cookie) {
        return definition(cookie).options;
    }

    public Cookie cookie(AuthCookie cookie, String value) {
        return new Cookie(name(cookie), value, options(cookie));
    }

    /** The cookie that deletes this one. */
    public Cookie deleted(AuthCookie cookie) {
        return Cookie.deleted(name(cookie), options(cookie));
    }

    private Definition definition(AuthCookie cookie) {
        return Objects.requireNonNull(definitions.get(cookie));
    }
}
