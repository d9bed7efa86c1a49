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
 * @param life how long from the second factor that was given
 */
record TrustedBrowserCookie(TrustedBrowsers browsers, ModuleCookie cookie, Duration life) {
    boolean isTrusted(Store store, String userId, Map<String, String> cookies, boolean isHttps) {
        var name = cookie.open(cookies, isHttps).map(it -> it.text("name"));
        return name.isPresent() && browsers.isTrusted(store, userId, name.get());
    }

    NewBrowser newBrowser() {
        return new NewBrowser(this, browsers.name());
    }

    /** A browser that a user wants to trust: trusted once the store has it. */
    record NewBrowser(TrustedBrowserCookie trust, String name) {
        void store(Store store, String userId) {
            trust.browsers.trust(store, userId, name, trust.life);
        }

        Cookie cookie(boolean isHttps) {
            return trust.cookie.sealed(Claims.of("name", name), isHttps);
        }

        /** Without the name. */
        @Override
        public String toString() {
            return "NewBrowser";
        }
    }
}
