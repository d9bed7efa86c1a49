package dev.cardea.internal.config;

import static dev.cardea.error.ErrorType.INVALID_CONFIGURATION;

import dev.cardea.action.OriginPattern;
import dev.cardea.http.WebUrl;
import dev.cardea.internal.origin.OriginPolicy;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks the addresses of the site: its own, its pages, its proxies and its hosts. */
final class AddressCheck {
    /** A query, a fragment, and segments that are empty or dots: browsers and routers resolve those before they ask. */
    private static final Pattern NO_BASE_PATH = Pattern.compile("[?#]|//|/\\.{1,2}(/|$)");

    private final Draft config;
    private final ConfigReport report;

    private AddressCheck(Draft config, ConfigReport report) {
        this.config = config;
        this.report = report;
    }

    static void check(Draft config, ConfigReport report) {
        var check = new AddressCheck(config, report);
        check.site();
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
                            + " must be an absolute http or https address of this site, such as https://app.example");
        }
        String basePath = String.valueOf(config.basePath);
        if (!basePath.isEmpty()
                && (!basePath.startsWith("/")
                        || !WebUrl.isSafe(basePath)
                        || NO_BASE_PATH.matcher(basePath).find())) {
            report.error(INVALID_CONFIGURATION, "basePath", "basePath must be a path such as /auth");
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
        for (var host : config.allowedHosts) {
            if (WebUrl.parse("https://" + host)
                    .filter(u -> u.target().equals("/"))
                    .isPresent()) continue;
            report.error(
                    INVALID_CONFIGURATION,
                    "allowedHosts",
                    "allowedHosts: \"" + host + "\" is not a host; write app.example or app.example:8443");
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
