package dev.cardea.internal.config;

import static dev.cardea.error.ErrorType.INVALID_CONFIGURATION;
import static dev.cardea.error.ErrorType.UNTRUSTED_HOST;

import dev.cardea.config.Environment;
import dev.cardea.http.WebUrl;
import dev.cardea.provider.OAuthProvider;
import java.util.stream.Stream;

/** Checks which hosts are trusted, and whether cookies and logs fit the site's address. */
final class HostCheck {
    private final Draft config;
    private final ConfigReport report;

    private HostCheck(Draft config, ConfigReport report) {
        this.config = config;
        this.report = report;
    }

    static void check(Draft config, ConfigReport report) {
        if (config.debug) report.warn("debug-enabled");
        var check = new HostCheck(config, report);
        check.host();
        check.origins();
    }

    /** Warns of cookies that are sent over plain http although the site has https. */
    static void cookies(Draft config, ConfigReport report) {
        boolean https = config.url != null && config.url.startsWith("https:");
        if (Boolean.FALSE.equals(config.useSecureCookies) && https) report.warn("insecure-cookies");
    }

    private void host() {
        if (Boolean.FALSE.equals(config.trustHost) && config.url == null) {
            report.error(
                    UNTRUSTED_HOST,
                    "trustHost",
                    "trustHost is false and url isn't set, so every request would be rejected; set url "
                            + "(AUTH_URL) to this site's URL, or trustHost to true behind a proxy that sets the host");
        }
        if (!trustsAnyHost()) return;
        if (redirectProxies().findAny().isPresent()) {
            report.error(
                    INVALID_CONFIGURATION,
                    "redirectProxyUrl",
                    "redirectProxyUrl is set and any Host header is trusted, so a forged one could send "
                            + "authorization codes to another site; set url (AUTH_URL) to this site's URL, or "
                            + "list its hosts in allowedHosts");
        } else {
            report.warn("trust-host-any");
        }
    }

    /** A page that any program on a user's machine serves may act for that user. Developers need that on other sites. */
    private void origins() {
        if (!isOnTheWeb()) return;
        for (var origin : config.allowedOrigins) {
            boolean isLocal = WebUrl.parse(origin).filter(WebUrl::isLoopback).isPresent();
            if (isLocal) report.warn("allowed-origin-on-localhost: " + origin);
        }
    }

    /** Without a URL, a site in production is on the web. */
    private boolean isOnTheWeb() {
        if (config.url == null) return config.environment == Environment.PRODUCTION;
        return WebUrl.parse(config.url)
                .filter(url -> url.isHttps() && !url.isLoopback())
                .isPresent();
    }

    /** Whether any host is trusted in production, where an attacker can send requests. */
    private boolean trustsAnyHost() {
        return config.environment == Environment.PRODUCTION
                && Boolean.TRUE.equals(config.trustHost)
                && config.url == null
                && config.allowedHosts.isEmpty();
    }

    private Stream<String> redirectProxies() {
        var own = config.providers.stream()
                .flatMap(provider ->
                        provider instanceof OAuthProvider p ? Stream.ofNullable(p.redirectProxyUrl()) : null);
        return Stream.concat(Stream.ofNullable(config.redirectProxyUrl), own);
    }
}
