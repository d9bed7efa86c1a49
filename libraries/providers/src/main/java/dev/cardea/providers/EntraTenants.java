package dev.cardea.providers;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import dev.cardea.model.Profile;
import dev.cardea.provider.ClientRegistration;
import dev.cardea.provider.OAuthException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The issuers of Entra, one for each tenant: {@code https://login.microsoftonline.com/{tenant}/v2.0}. A word in place
 * of the tenant means several tenants. The discovery document then names a template, and each ID token the issuer of
 * its tenant.
 */
final class EntraTenants {
    private static final String CONSUMERS = "9188040d-6c67-4c5b-b112-36a304b66dad";
    private static final Set<String> MANY = Set.of("common", "organizations", "consumers");
    private static final Pattern TENANT = Pattern.compile("^(https?://[^/]+/)([^/]+)(/.*)?$");
    private static final Pattern ID = Pattern.compile("[0-9A-Za-z-]{1,64}");

    private EntraTenants() {}

    /** Replaces the template in a discovery document by the requested tenant. */
    static HttpHandler withDiscovery(HttpHandler next) {
        return request -> {
            var answer = next.handle(request);
            boolean discovery = request.path().endsWith("/.well-known/openid-configuration");
            return discovery && answer.status() == 200 ? fill(answer, tenantOf(request.url())) : answer;
        };
    }

    private static Response fill(Response answer, @Nullable String tenant) {
        try {
            var document = Json.parseObject(answer.text(), Json.TRUSTED_DEPTH);
            var issuer = document.text("issuer");
            if (tenant == null || issuer == null) return answer;
            return Response.json(
                    200,
                    document.with("issuer", issuer.replace("{tenantid}", tenant))
                            .toJson());
        } catch (JsonException e) {
            return answer;
        }
    }

    /** Returns the issuer of a single tenant; for several, the one of the token's {@code tid} if that is among them. */
    static String issuer(String configured, Claims idToken) {
        var parts = TENANT.matcher(configured);
        if (!parts.matches() || !MANY.contains(parts.group(2))) return configured;
        var tenant = idToken.text("tid");
        if (tenant == null || !ID.matcher(tenant).matches()) {
            throw new OAuthException("the ID token doesn't contain a tenant (tid)");
        }
        boolean expected = switch (parts.group(2)) {
            case "consumers" -> tenant.equals(CONSUMERS);
            case "organizations" -> !tenant.equals(CONSUMERS);
            default -> true;
        };
        if (!expected) throw new OAuthException("this kind of account can't sign in; check the issuer");
        return parts.replaceFirst("$1" + Matcher.quoteReplacement(tenant) + "$3");
    }

    /** With several tenants, an address is verified only if the token says that its owner controls the domain. */
    static @Nullable Boolean emailProof(Profile profile, ClientRegistration provider) {
        var tenant = tenantOf(String.valueOf(provider.issuer()));
        if (tenant == null || !MANY.contains(tenant) || tenant.equals("consumers")) return null;
        var said = String.valueOf(profile.claims().value("xms_edov"));
        return said.equals("true") || said.equals("1");
    }

    private static @Nullable String tenantOf(String url) {
        var parts = TENANT.matcher(url);
        return parts.matches() ? parts.group(2) : null;
    }
}
