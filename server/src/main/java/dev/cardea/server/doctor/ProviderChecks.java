package dev.cardea.server.doctor;

import dev.cardea.AuthConfig;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import dev.cardea.internal.oauth.Discovery;
import dev.cardea.internal.oauth.OutboundHttp;
import dev.cardea.json.Json;
import dev.cardea.provider.AssertionAudience;
import dev.cardea.provider.Endpoint;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks what a provider of the configuration needs and reaches. */
final class ProviderChecks {
    private final Map<String, Object> site;
    private final Clock clock;
    private final Diagnosis diagnosis;
    private final LogoutChecks logout;

    ProviderChecks(AuthConfig config, Clock clock, Diagnosis diagnosis) {
        this.site = config.describe();
        this.clock = clock;
        this.diagnosis = diagnosis;
        this.logout = new LogoutChecks(diagnosis);
    }

    void examine(Provider provider, boolean isOffline) {
        var missing = provider.missingCredentials();
        missing.forEach(finding -> diagnosis.broken(DoctorCheck.CREDENTIALS, finding.message()));
        if (!(provider instanceof OAuthProvider oauth)) return;
        if (missing.isEmpty())
            diagnosis.ok(DoctorCheck.CREDENTIALS, "the provider " + oauth.id() + " has its credentials");
        if (assertsForIssuer(oauth)) {
            diagnosis.ok(
                    DoctorCheck.CREDENTIALS,
                    "the provider " + oauth.id() + " gets client assertions for its issuer; if it rejects them, "
                            + "set assertionAudience: token_endpoint");
        }
        diagnosis.ok(
                DoctorCheck.REDIRECT,
                "the provider " + oauth.id() + " returns to " + redirectAddress(oauth)
                        + "; register this redirect URI there");
        logout.addresses(oauth, siteUrl());
        if (!isOffline) reach(oauth);
    }

    private static boolean assertsForIssuer(OAuthProvider provider) {
        var method = String.valueOf(provider.client().text("token_endpoint_auth_method"));
        return method.endsWith("_jwt") && provider.assertionAudience() == AssertionAudience.ISSUER;
    }

    /** The proxy of the provider or of the site comes first, because a preview deployment has no registered address. */
    private String redirectAddress(OAuthProvider provider) {
        var proxy = provider.redirectProxyUrl() != null ? provider.redirectProxyUrl() : site.get("redirectProxyUrl");
        if (proxy != null) return proxy.toString().replaceFirst("/+$", "") + "/callback/" + provider.id();
        return siteUrl() + "/callback/" + provider.id();
    }

    private String siteUrl() {
        var origin = Optional.ofNullable(site.get("url"))
                .flatMap(url -> WebUrl.parse(url.toString()))
                .map(WebUrl::origin);
        return origin.orElse("https://{your site}") + site.get("basePath");
    }

    private void reach(OAuthProvider provider) {
        if (provider.isOidc() && (provider.issuer() != null || provider.wellKnown() != null)) {
            issuer(provider);
            return;
        }
        connect(provider, "token", provider.token());
        connect(provider, "userinfo", provider.userinfo());
    }

    private void connect(OAuthProvider provider, String name, @Nullable Endpoint endpoint) {
        if (endpoint == null || endpoint.url() == null) return;
        var what = "the " + name + " endpoint of the provider " + provider.id();
        try {
            ConnectionProbe.open(endpoint.url());
            diagnosis.ok(DoctorCheck.ENDPOINT, what + " responds");
        } catch (IOException e) {
            diagnosis.broken(
                    DoctorCheck.ENDPOINT,
                    what + " isn't responding: " + ConnectionProbe.reason(e) + "; check its URL, and that this "
                            + "machine can reach it");
        }
    }

    /** Discovers as a sign-in does, including the provider's own changes to the answers of its service. */
    private void issuer(OAuthProvider provider) {
        var what = "the issuer of the provider " + provider.id();
        var last = new Response[1];
        var host = new String[1];
        HttpHandler direct = new OutboundHttp(true);
        var http = provider.decorate(request -> {
            host[0] = WebUrl.parse(request.url()).map(WebUrl::host).orElse("");
            last[0] = direct.handle(request);
            return last[0];
        });
        try {
            new Discovery(provider.issuer(), provider.wellKnown(), http, clock).metadata();
        } catch (RuntimeException e) {
            diagnosis.broken(
                    DoctorCheck.ISSUER,
                    what + " isn't responding: " + ConnectionProbe.reason(e) + "; check the issuer, and that this "
                            + "machine can reach it");
            return;
        }
        diagnosis.ok(DoctorCheck.ISSUER, what + " responds");
        new ClockCheck(clock).examine(host[0], last[0].header("date").orElse(""), diagnosis);
        var metadata = Json.parseObject(last[0].text(), Json.INBOUND_DEPTH);
        logout.support(provider, metadata);
        var keys = metadata.text("jwks_uri");
        if (keys != null) keys(provider, keys, http);
    }

    private void keys(OAuthProvider provider, String address, HttpHandler http) {
        var what = "the key set of the provider " + provider.id();
        var remedy = "; ID tokens can't be verified without it; check that this machine can reach " + address;
        try {
            var answer = http.handle(Request.get(address).header("accept", "application/json"));
            if (answer.status() != 200) {
                diagnosis.broken(DoctorCheck.KEYS, what + " returns " + answer.status() + remedy);
                return;
            }
            boolean hasKeys =
                    Json.parseObject(answer.text(), Json.INBOUND_DEPTH).value("keys") instanceof List<?> keys
                            && !keys.isEmpty();
            if (hasKeys) diagnosis.ok(DoctorCheck.KEYS, what + " responds");
            else diagnosis.broken(DoctorCheck.KEYS, what + " has no keys" + remedy);
        } catch (RuntimeException e) {
            diagnosis.broken(DoctorCheck.KEYS, what + " isn't responding: " + ConnectionProbe.reason(e) + remedy);
        }
    }
}
