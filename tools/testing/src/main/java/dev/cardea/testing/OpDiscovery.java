package dev.cardea.testing;

import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import java.util.List;
import java.util.Set;

/** The discovery document (OpenID Connect Discovery §3), and the faults in it. */
final class OpDiscovery {
    static final String PATH = "/.well-known/openid-configuration";

    private static final int FOUR_MEGABYTES = 4 << 20;

    private OpDiscovery() {}

    /** @param endsSessions whether a client may lead users to the logout endpoint */
    static Response answer(String issuer, boolean endsSessions, Set<Fault> faults) {
        if (faults.contains(Fault.DISCOVERY_500)) return Response.of(500, "text/html", "<h1>Out of order</h1>");
        if (faults.contains(Fault.DISCOVERY_NOT_JSON)) return Response.of(200, "text/html", "<h1>Welcome</h1>");
        if (faults.contains(Fault.DISCOVERY_REDIRECT)) return Response.redirect(issuer + "/elsewhere" + PATH);
        var document = bent(document(issuer), faults, issuer);
        if (endsSessions) document = document.with("end_session_endpoint", issuer + OpEndSession.PATH);
        if (faults.contains(Fault.DISCOVERY_ARRAY)) return Response.json(200, "[" + document.toJson() + "]");
        return Response.json(200, document.toJson());
    }

    private static Claims document(String issuer) {
        return Claims.of("issuer", issuer)
                .with("authorization_endpoint", issuer + "/authorize")
                .with("token_endpoint", issuer + "/token")
                .with("userinfo_endpoint", issuer + "/userinfo")
                .with("jwks_uri", issuer + "/jwks")
                .with("response_types_supported", List.of("code"))
                .with("response_modes_supported", List.of("query", "form_post"))
                .with("grant_types_supported", List.of("authorization_code", "refresh_token"))
                .with("subject_types_supported", List.of("public"))
                .with("scopes_supported", List.of("openid", "profile", "email", "offline_access"))
                .with("id_token_signing_alg_values_supported", List.of("RS256", "ES256", "EdDSA"))
                .with(
                        "token_endpoint_auth_methods_supported",
                        List.of(
                                "client_secret_basic",
                                "client_secret_post",
                                "client_secret_jwt",
                                "private_key_jwt",
                                "none"))
                .with(
                        "token_endpoint_auth_signing_alg_values_supported",
                        List.of("HS256", "RS256", "PS256", "ES256", "ES384", "ES512", "EdDSA"))
                .with("code_challenge_methods_supported", List.of("S256", "plain"))
                .with("authorization_response_iss_parameter_supported", true);
    }

    private static Claims bent(Claims document, Set<Fault> faults, String issuer) {
        var bent = document;
        for (var fault : faults) {
            bent = switch (fault) {
                case DISCOVERY_ISSUER_WRONG -> bent.with("issuer", issuer + "1");
                case DISCOVERY_ISSUER_SLASH -> bent.with("issuer", issuer + "/");
                case DISCOVERY_HUGE -> bent.with("padding", "x".repeat(FOUR_MEGABYTES));
                case DISCOVERY_HTTP_ENDPOINTS -> move(bent, issuer, issuer.replaceFirst("^https:", "http:"));
                case DISCOVERY_FOREIGN_ENDPOINTS -> move(bent, issuer, "https://elsewhere.example");
                case DISCOVERY_NO_JWKS_URI -> bent.without("jwks_uri");
                case DISCOVERY_NO_AUTHORIZATION_ENDPOINT -> bent.without("authorization_endpoint");
                case DISCOVERY_NO_TOKEN_ENDPOINT -> bent.without("token_endpoint");
                case DISCOVERY_NO_USERINFO_ENDPOINT -> bent.without("userinfo_endpoint");
                case DISCOVERY_NO_S256 -> bent.without("code_challenge_methods_supported");
                case DISCOVERY_AUTH_METHODS_FOREIGN ->
                    bent.with("token_endpoint_auth_methods_supported", List.of("tls_client_auth"));
                case DISCOVERY_NO_ISS_PARAMETER -> bent.without("authorization_response_iss_parameter_supported");
                default -> bent;
            };
        }
        return bent;
    }

    private static Claims move(Claims document, String from, String to) {
        var moved = document;
        for (var name : List.of("authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri")) {
            moved = moved.with(name, String.valueOf(document.text(name)).replace(from, to));
        }
        return moved;
    }
}
