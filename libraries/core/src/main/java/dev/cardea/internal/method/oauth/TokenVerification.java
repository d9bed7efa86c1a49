package dev.cardea.internal.method.oauth;

import dev.cardea.internal.oauth.IdTokens;
import dev.cardea.internal.oauth.IdTokens.Kind;
import dev.cardea.internal.oauth.IdTokens.VerifiedIdToken;
import dev.cardea.internal.oauth.LogoutTokenClaims;
import dev.cardea.internal.oauth.ProviderCalls;
import dev.cardea.internal.oauth.ServerMetadata;
import dev.cardea.json.Claims;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step.Endpoint;
import dev.cardea.provider.OAuthException;
import dev.cardea.provider.OAuthProvider;
import java.time.Clock;
import java.util.Objects;

/** Verifies what a provider has signed, with the algorithms and the issuer that were configured or announced. */
final class TokenVerification {
    private final OAuthProvider provider;
    private final ResolvedEndpoints endpoints;
    private final Clock clock;
    private final IdTokens tokens;

    TokenVerification(OAuthProvider provider, ProviderCalls calls, ResolvedEndpoints endpoints, Clock clock) {
        this.provider = provider;
        this.endpoints = endpoints;
        this.clock = clock;
        tokens = new IdTokens(calls.to(Endpoint.JWKS), clock, ProviderId.of(provider));
    }

    /** Verifies the signature alone. */
    VerifiedIdToken signature(Kind kind, String token, ServerMetadata server) {
        var algorithms = IdTokens.algorithms(
                provider.client().value("id_token_signed_response_alg"), server.idTokenAlgorithms());
        return tokens.verify(kind, token, endpoints.jwks(server), algorithms, provider.clientSecret());
    }

    /** Returns the issuer that a token with these claims must name. */
    String issuer(ServerMetadata server, Claims claims) {
        var issuer = server.issuer();
        if (issuer == null) throw new OAuthException("an OpenID provider needs an issuer; set issuer");
        return provider.idTokenIssuer(issuer, claims);
    }

    /** Verifies a logout token (OpenID Connect Back-Channel Logout §2.6). */
    LogoutTokenClaims.Logout logout(String token) {
        var server = endpoints.server();
        var signed = signature(Kind.LOGOUT_TOKEN, token, server);
        var expected = new LogoutTokenClaims.Expectation(
                issuer(server, signed.claims()),
                Objects.requireNonNull(provider.clientId(), "clientId is not set"),
                provider.logout().tokenAge());
        return LogoutTokenClaims.validate(signed, expected, clock, ProviderId.of(provider));
    }
}
