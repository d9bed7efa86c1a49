package dev.cardea.internal.config;

import static dev.cardea.error.ErrorType.INVALID_CONFIGURATION;

import dev.cardea.action.OriginPattern;
import dev.cardea.http.WebUrl;
import dev.cardea.internal.origin.AllowedOrigins;
import dev.cardea.internal.origin.OriginPolicy;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks the addresses of the site: its own, its pages, its proxies and its hosts. */
final class AddressCheck {
    /** A query, a fragment, and segments that are empty or dots: browsers and routers resolve those before they ask. */
    private static final Pattern NO_BASE_PATH = Pattern.compile("[?#]|//|/\\.{1,2}(/|$)");

    /** Segments of unreserved characters (RFC 3986, section 2.3), which no proxy and no router writes in another way. */
    private static final Pattern PREFIX = Pattern.compile("(?:/(?!\\.{1,2}(?:/|$))[A-Za-z0-9._~-]+)+");

    private static final int LONGEST_NAME = 64;

    /** Controls, ends of lines, and marks that turn the direction of the text behind them. */
    private static final Pattern UNPRINTABLE =
            Pattern.compile("[\\p{Cntrl}\\p{Zl}\\p{Zp}\\x{85}\\x{202A}-\\x{202E}\\x{2066}-\\x{2069}]|\\p{Cs}");

    private final Draft config;
    private final ConfigReport report;

    private AddressCheck(Draft config, ConfigReport report) {
        this.config = config;
        this.report = report;
    }

    static void check(Draft config, ConfigReport report) {
        var check = new AddressCheck(config, report);
        check.site();
        check.prefix();
        check.name();
        check.pages();
        check.proxies();
        check.hosts();
    }

    private void site() {
        var url = config.url;
        if (url != null && WebUrl.parse(url).isEmpty()) {
            report.error(
                    INVALID_CONFIGURATION,
                    "url",
                    config.urlSource
                            + " must be an absolute http or https URL of this site, such as https://app.example");
        }
        String basePath = String.valueOf(config.basePath);
        if (!basePath.isEmpty()
                && (!basePath.startsWith("/")
                        || !WebUrl.isSafe(basePath)
                        || NO_BASE_PATH.matcher(basePath).find())) {
            report.error(INVALID_CONFIGURATION, "basePath", "basePath must be a path such as /auth");
        }
    }

    private void prefix() {
        var prefix = config.strippedPrefix;
        if (!prefix.isEmpty() && !PREFIX.matcher(prefix).matches()) {
            report.error(
                    INVALID_CONFIGURATION,
                    "strippedPrefix",
                    "strippedPrefix must be the path that the proxy removes, such as /app");
            return;
        }
        var path = Optional.ofNullable(config.url).flatMap(WebUrl::parse).map(WebUrl::path);
        if (path.isEmpty() || path.get().equals("/")) return;
        if (SitePaths.isBelow(prefix, SitePaths.trimmed(path.get()))) return;
        report.error(
                INVALID_CONFIGURATION,
                "strippedPrefix",
                config.urlSource + " has the path " + WebUrl.escape(path.get()) + ", which doesn't begin with "
                        + "strippedPrefix " + prefix + "; use the URL that visitors see, which includes the prefix");
    }

    private void name() {
        var name = config.siteName;
        if (name == null) return;
        if (name.isBlank()
                || name.codePointCount(0, name.length()) > LONGEST_NAME
                || UNPRINTABLE.matcher(name).find()) {
            report.error(
                    INVALID_CONFIGURATION,
                    "siteName",
                    "siteName must be a name of 1 to " + LONGEST_NAME + " characters in one line, such as Acme");
        }
    }

    private void pages() {
        page("pages.signIn", config.pages.signIn());
        page("pages.signOut", config.pages.signOut());
        page("pages.error", config.pages.error());
        page("pages.verifyRequest", config.pages.verifyRequest());
        page("pages.newUser", config.pages.newUser());
    }

    private void proxies() {
        redirectProxy(report, "redirectProxyUrl", config.redirectProxyUrlSource, config.redirectProxyUrl);
        for (var origin : config.redirectProxyOrigins) {
            OriginPattern.problemOf(origin)
                    .ifPresent(problem -> report.error(
                            INVALID_CONFIGURATION, "redirectProxyOrigins", "redirectProxyOrigins: " + problem));
        }
        for (var range : config.trustedProxies) {
            OriginPolicy.problemOf(range)
                    .ifPresent(problem ->
                            report.error(INVALID_CONFIGURATION, "trustedProxies", "trustedProxies: " + problem));
        }
    }

    private void hosts() {
        for (var origin : config.allowedOrigins) {
            AllowedOrigins.problemOf(origin)
                    .ifPresent(problem ->
                            report.error(INVALID_CONFIGURATION, "allowedOrigins", "allowedOrigins: " + problem));
        }
        for (var host : config.allowedHosts) {
            if (WebUrl.parse("https://" + host)
                    .filter(u -> u.target().equals("/"))
                    .isPresent()) continue;
            report.error(
                    INVALID_CONFIGURATION,
                    "allowedHosts",
                    "allowedHosts: \"" + host + "\" isn't a host; write app.example or app.example:8443");
        }
    }

    private void page(String setting, @Nullable String page) {
        if (page == null) return;
        boolean path = page.startsWith("/") && !page.startsWith("//") && WebUrl.isSafe(page);
        if (!path && WebUrl.parse(page).isEmpty()) {
            report.error(
                    INVALID_CONFIGURATION, setting, setting + " must be a path such as /login, or an absolute URL");
        }
    }

    /** Checks the address of a redirect proxy, of the configuration or of one provider. */
    static void redirectProxy(ConfigReport report, String setting, String key, @Nullable String url) {
        if (url != null && WebUrl.parse(url).isEmpty()) {
            report.error(
                    INVALID_CONFIGURATION,
                    setting,
                    key + " must be the absolute URL at which the proxy mounts the library");
        }
    }
}
