package com.example.guides;

import dev.cardea.AuthConfig;
import dev.cardea.cookies.AuthCookie;
import dev.cardea.cookies.CookieOverride;
import dev.cardea.hook.RedirectParams;
import java.net.URI;
import java.util.Set;

/** One login for app.example and its subdomains. */
public final class SharedDomain {
    private static final Set<String> SITES = Set.of("https://app.example", "https://shop.app.example");

    private SharedDomain() {}

    public static AuthConfig.Builder on(AuthConfig.Builder config) {
        return config.cookie(AuthCookie.SESSION_TOKEN, CookieOverride.options(options -> options.domain("app.example")))
                .callbacks(config.callbacks().redirect(SharedDomain::target));
    }

    private static String target(RedirectParams p) {
        if (p.url().startsWith("/") && !p.url().startsWith("//")) return p.baseUrl() + p.url();
        return isKnown(p.url()) ? p.url() : p.baseUrl();
    }

    private static boolean isKnown(String url) {
        try {
            var uri = URI.create(url);
            return SITES.contains(uri.getScheme() + "://" + uri.getAuthority());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
