package dev.cardea.internal.config;

import static dev.cardea.error.ErrorType.INVALID_CONFIGURATION;
import static dev.cardea.error.ErrorType.INVALID_ENDPOINTS;
import static dev.cardea.internal.config.ConfigReport.settingOf;

import dev.cardea.http.WebUrl;
import dev.cardea.internal.oauth.SignatureAlgorithms;
import dev.cardea.provider.Check;
import dev.cardea.provider.Endpoint;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks the endpoints, the algorithms and the checks of an OAuth or OpenID Connect provider. */
final class OAuthProviderCheck {
    private final Draft config;
    private final ConfigReport report;

    private OAuthProviderCheck(Draft config, ConfigReport report) {
        this.config = config;
        this.report = report;
    }

    static void check(OAuthProvider provider, Draft config, ConfigReport report) {
        new OAuthProviderCheck(config, report).endpoints(provider);
    }

    private void endpoints(OAuthProvider p) {
        if (p.retired() != null) {
            report.error(INVALID_CONFIGURATION, settingOf(p), "the provider " + p.id() + " is gone: " + p.retired());
            return;
        }
        binding(p);
        signatures(p, "id_token_signed_response_alg");
        signatures(p, "userinfo_signed_response_alg");
        if (isAnonymous(p)) missingEndpoints(p);
        address(p, "issuer", p.issuer());
        address(p, "wellKnown", p.wellKnown());
        address(p, "jwks_endpoint", p.jwksEndpoint());
        address(p, "authorization", knownUrl(p, p.authorization()));
        address(p, "token", knownUrl(p, p.token()));
        address(p, "userinfo", knownUrl(p, p.userinfo()));
        AddressCheck.redirectProxy(
                report, settingOf(p, "redirectProxyUrl"), p.id() + ".redirectProxyUrl", p.redirectProxyUrl());
    }

    /** PKCE binds an answer to a browser only where the service enforces it, which nothing announces for plain OAuth. */
    private void binding(OAuthProvider p) {
        boolean proxied = p.redirectProxyUrl() != null || config.redirectProxyUrl != null;
        if (!p.isOidc() && !proxied && !p.checks().contains(Check.STATE)) report.warn("oauth-without-state");
    }

    private void signatures(OAuthProvider p, String name) {
        var algorithm = p.client().value(name);
        if (algorithm == null || SignatureAlgorithms.supported().contains(String.valueOf(algorithm))) return;
        report.error(
                INVALID_CONFIGURATION,
                settingOf(p, "client." + name),
                "the provider " + p.id() + ": " + name
                        + " isn't an algorithm that Cardea can verify; have the provider sign with one of "
                        + String.join(", ", SignatureAlgorithms.supported()));
    }

    private void missingEndpoints(OAuthProvider p) {
        List<String> missing = new ArrayList<>();
        if (isUnknown(p.authorization(), false)) missing.add("authorization");
        if (isUnknown(p.token(), p.tokenRequest().isPresent())) missing.add("token");
        if (isUnknown(p.userinfo(), p.userinfoRequest().isPresent())) missing.add("userinfo");
        if (missing.isEmpty()) return;
        report.error(
                INVALID_ENDPOINTS,
                settingOf(p, "issuer"),
                "the provider " + p.id() + " has neither an issuer nor "
                        + (missing.size() == 1 ? "the endpoint " : "the endpoints ") + String.join(", ", missing)
                        + "; set its issuer (" + Provider.variable(p.id(), "ISSUER") + ") or all three endpoints");
    }

    private static boolean isAnonymous(OAuthProvider p) {
        return p.issuer() == null && p.wellKnown() == null;
    }

    /** Returns the URL; {@code null} if the provider lacks an issuer, which is already reported. */
    private static @Nullable String knownUrl(OAuthProvider p, @Nullable Endpoint endpoint) {
        return isAnonymous(p) && isUnknown(endpoint, true) ? null : urlOf(endpoint);
    }

    private static boolean isUnknown(@Nullable Endpoint endpoint, boolean handled) {
        var url = urlOf(endpoint);
        return url == null ? !handled : url.contains("{issuer}");
    }

    /** A browser resolves the path against this site, whatever its host and port are. */
    private boolean isPageOfFilter(String name, String text) {
        return name.equals("authorization") && config.filters.stream().anyMatch(filter -> filter.handles(text));
    }

    private void address(OAuthProvider p, String name, @Nullable String text) {
        if (text == null || isPageOfFilter(name, text)) return;
        var url = WebUrl.parse(text);
        if (url.isEmpty()) {
            report.error(
                    INVALID_ENDPOINTS,
                    settingOf(p, name),
                    "the provider " + p.id() + ": " + name + " must be an absolute https URL");
        } else if (!url.get().isHttps() && !url.get().isLoopback() && !config.allowHttpIssuers) {
            report.error(
                    INVALID_ENDPOINTS,
                    settingOf(p, name),
                    "the provider " + p.id() + ": " + name
                            + " is plain http, so an attacker on the network can sign in as any user; use https, or {}",
                    List.of("danger().allowHttpIssuers()"));
        }
    }

    private static @Nullable String urlOf(@Nullable Endpoint endpoint) {
        return endpoint == null ? null : endpoint.url();
    }
}
