package dev.cardea.internal.oauth;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints and features that a provider announces (OpenID Connect Discovery §3, RFC 8414 §2), or that were
 * configured instead.
 */
public record ServerMetadata(Claims claims) {
    public static final ServerMetadata NONE = new ServerMetadata(Claims.NONE);

    public @Nullable String issuer() {
        return claims.text("issuer");
    }

    public Optional<String> authorizationEndpoint() {
        return Optional.ofNullable(claims.text("authorization_endpoint"));
    }

    public Optional<String> tokenEndpoint() {
        return Optional.ofNullable(claims.text("token_endpoint"));
    }

    public Optional<String> userinfoEndpoint() {
        return Optional.ofNullable(claims.text("userinfo_endpoint"));
    }

    public Optional<String> jwksUri() {
        return Optional.ofNullable(claims.text("jwks_uri"));
    }

    /** OpenID Connect RP-Initiated Logout, section 2.1. */
    public Optional<String> endSessionEndpoint() {
        return Optional.ofNullable(claims.text("end_session_endpoint"));
    }

    /** Returns whether it announces PKCE with SHA-256 (RFC 8414: {@code code_challenge_methods_supported}). */
    public boolean announcesS256() {
        return list("code_challenge_methods_supported").contains("S256");
    }

    /** Returns whether authorization responses name the issuer (RFC 9207 §3). */
    public boolean sendsIssuer() {
        return Boolean.TRUE.equals(claims.value("authorization_response_iss_parameter_supported"));
    }

    public List<?> idTokenAlgorithms() {
        return list("id_token_signing_alg_values_supported");
    }

    private List<?> list(String name) {
        return claims.get(Claim.list(name)).orElse(List.of());
    }
}
