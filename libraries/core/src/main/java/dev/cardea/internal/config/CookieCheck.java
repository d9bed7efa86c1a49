package dev.cardea.internal.config;

import dev.cardea.cookies.AuthCookie;
import dev.cardea.cookies.CookieOverride;
import dev.cardea.error.ConfigurationException.Finding;
import dev.cardea.error.ErrorType;
import dev.cardea.http.CookieOptions;
import dev.cardea.http.CookieOptions.SameSite;
import dev.cardea.http.WebUrl;
import dev.cardea.internal.cookie.AuthCookies;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Cookies that browsers would drop without a word (RFC 6265bis sections 4.1.3 and 5.7), found before they are sent. */
final class CookieCheck {
    private final Draft config;
    private final List<Finding> findings = new ArrayList<>();

    private CookieCheck(Draft config) {
        this.config = config;
    }

    static List<Finding> check(Draft config) {
        var check = new CookieCheck(config);
        Map<String, AuthCookie> names = new HashMap<>();
        for (var cookie : AuthCookie.values()) check.cookie(cookie, names);
        return check.findings;
    }

    private void cookie(AuthCookie cookie, Map<String, AuthCookie> names) {
        CookieOverride override = config.cookies.get(cookie);
        AuthCookies cookies;
        try {
            cookies = new AuthCookies(isSecure(), override == null ? Map.of() : Map.of(cookie, override));
        } catch (RuntimeException e) {
            report(cookie, String.valueOf(e.getMessage()));
            return;
        }
        var name = cookies.name(cookie);
        var other = names.putIfAbsent(name, cookie);
        if (other != null)
            report(cookie, "has the same name as " + other.key() + ", " + name + "; choose another name");
        if (override == null) return;
        var options = cookies.options(cookie);
        byPrefix(cookie, name.toLowerCase(Locale.ROOT), options);
        bySecure(cookie, options);
        byDomain(cookie, options.domain());
    }

    private void byPrefix(AuthCookie cookie, String name, CookieOptions options) {
        boolean host = name.startsWith("__host-");
        if (!host && !name.startsWith("__secure-")) return;
        if (!options.secure()) {
            report(
                    cookie,
                    "has a name that begins with __Host- or __Secure-, so browsers drop it unless it's secure; "
                            + "set secure to true, or choose another name");
        }
        if (host && (options.domain() != null || !"/".equals(options.path()))) {
            report(
                    cookie,
                    "has a name that begins with __Host-, so browsers drop it unless it has the path / and no "
                            + "domain; remove domain and path, or choose another name");
        }
    }

    private void bySecure(AuthCookie cookie, CookieOptions options) {
        if (options.secure()) return;
        if (options.sameSite() == SameSite.NONE) {
            report(cookie, "has sameSite none, so browsers drop it unless it's secure; set secure to true");
        }
        if (options.partitioned()) {
            report(cookie, "is partitioned, so browsers drop it unless it's secure; set secure to true");
        }
    }

    private void byDomain(AuthCookie cookie, @Nullable String domain) {
        if (domain == null) return;
        var bare = (domain.startsWith(".") ? domain.substring(1) : domain).toLowerCase(Locale.ROOT);
        var host = address().map(WebUrl::host);
        if (host.isPresent() && !host.get().equals(bare) && !host.get().endsWith("." + bare)) {
            report(
                    cookie,
                    "has the domain " + bare + ", which is not " + host.get() + " or above it, so browsers drop it");
        } else if (bare.indexOf('.') < 0 && !bare.equals("localhost")) {
            report(cookie, "has the domain " + bare + ", which is a top-level domain, so browsers drop it");
        }
    }

    /** As the site's answers will be: over https, unless the configuration says otherwise. */
    private boolean isSecure() {
        if (config.useSecureCookies != null) return config.useSecureCookies;
        return address().map(WebUrl::isHttps).orElse(true);
    }

    private Optional<WebUrl> address() {
        return Optional.ofNullable(config.url).flatMap(WebUrl::parse);
    }

    private void report(AuthCookie cookie, String problem) {
        var setting = "cookies." + cookie.key();
        findings.add(new Finding(ErrorType.INVALID_CONFIGURATION, setting, setting + ": " + problem));
    }
}
