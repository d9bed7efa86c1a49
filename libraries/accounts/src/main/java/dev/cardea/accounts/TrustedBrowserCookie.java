package dev.cardea.accounts;

import dev.cardea.accounts.factor.TrustedBrowsers;
import dev.cardea.adapter.Store;
import dev.cardea.http.Cookie;
import dev.cardea.json.Claims;
import dev.cardea.module.ModuleCookie;
import java.time.Duration;
import java.util.Map;

/**
 * How a browser is trusted: by a cookie with its name.
 *
 * @param life how long from the code that was entered
 */
record TrustedBrowserCookie(TrustedBrowsers browsers, ModuleCookie cookie, Duration life) {
    boolean isTrusted(Store store, String userId, Map<String, String> cookies, boolean isHttps) {
        var name = cookie.open(cookies, isHttps).map(it -> it.text("name"));
        return name.isPresent() && browsers.isTrusted(store, userId, name.get());
    }

    Cookie trust(Store store, String userId, boolean isHttps) {
        return cookie.sealed(Claims.of("name", browsers.trust(store, userId, life)), isHttps);
    }
}
