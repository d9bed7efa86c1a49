package dev.cardea.method.oauth;

import dev.cardea.http.HttpHandler;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.model.TokenSet;
import dev.cardea.oauth.ClientAuthentication;
import dev.cardea.oauth.IdTokenClaims;
import dev.cardea.oauth.IdTokens;
import dev.cardea.oauth.OAuthException;
import dev.cardea.oauth.ServerMetadata;
import dev.cardea.oauth.TokenEndpoint;
import dev.cardea.oauth.UserInfo;
import dev.cardea.provider.OAuthProvider;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** From a code to tokens and a profile that are proven to be about the person who came back. */
final class Grant {
    private final OAuthProvider provider;
    private final OAuthSettings settings;
    private final HttpHandler http;
    private final Endpoints endpoints;
    private final IdTokens idTokens;

    Grant(OAuthProvider provider, OAuthSettings settings, HttpHandler http, Endpoints endpoints) {
        this.provider = provider;
        this.settings = settings;
        this.http = http;
        this.endpoints = endpoints;
        idTokens = new IdTokens(http);
    }

    /** A judged answer of the provider, and what this browser remembered for it. */
    record Returned(
            Map<String, String> params,
            AuthorizationResponse answer,
            ServerMetadata server,
            String redirectUri,
            @Nullable String verifier,
            @Nullable String state,
            @Nullable String nonce) {
        @Override
        public String toString() {
            return "Returned";
        }
    }

    /** The token set and what the provider says of the person. */
    record Proven(Claims tokens, Claims profile) {}

    Proven redeem(Returned returned) {
        var tokens = tokens(returned);
        var set = TokenSet.of(tokens);
        if (!provider.isOidc()) return new Proven(tokens, userinfo(returned.server, set, null));
        var idToken = set.idToken();
        if (idToken == null) throw new OAuthException("the token endpoint gave no id_token");
        var signed = verified(idToken, returned.server);
        var claims = IdTokenClaims.judge(signed, expected(returned, signed), settings.clock());
        if (provider.idToken()) return new Proven(tokens, claims);
        return new Proven(tokens, userinfo(returned.server, set, claims.text("sub")));
    }

    private Claims tokens(Returned returned) {
        if (provider.tokenRequest().isPresent()) {
            var checks = Claims.NONE
                    .withPresent("code_verifier", returned.verifier)
                    .withPresent("state", returned.state)
                    .withPresent("nonce", returned.nonce)
                    .with("redirect_uri", returned.redirectUri);
            return provider.tokenRequest().get().redeem(Claims.of(returned.params), checks, provider, http);
        }
        var address = endpoints.token(returned.server);
        var server = new ServerMetadata(returned.server.claims().with("token_endpoint", address));
        var request = TokenEndpoint.codeGrant(
                address,
                returned.answer.code(),
                returned.redirectUri,
                returned.verifier,
                client(),
                server,
                settings.clock(),
                settings.randomness());
        var answer = http.handle(request);
        var repaired = provider.conform().map(repair -> repair.apply(answer)).orElse(null);
        return TokenEndpoint.judge(repaired == null ? answer : repaired);
    }

    private ClientAuthentication client() {
        var method = provider.client().text("token_endpoint_auth_method");
        return new ClientAuthentication(
                method == null ? "client_secret_basic" : method,
                Objects.requireNonNull(provider.clientId(), "clientId is not set"),
                provider.clientSecret(settings.clock().instant()),
                provider.clientPrivateKey());
    }

    private Claims verified(String token, ServerMetadata server) {
        var algorithms = IdTokens.algorithms(
                provider.client().value("id_token_signed_response_alg"), server.idTokenAlgorithms());
        return idTokens.verify(token, endpoints.jwks(server), algorithms, provider.clientSecret());
    }

    private IdTokenClaims.Expected expected(Returned returned, Claims idToken) {
        var issuer = returned.server.issuer();
        if (issuer == null) throw new OAuthException("an OpenID provider needs an issuer; set issuer");
        return new IdTokenClaims.Expected(
                provider.idTokenIssuer(issuer, idToken),
                String.valueOf(provider.clientId()),
                returned.nonce,
                Boolean.TRUE.equals(provider.client().value("require_auth_time")),
                provider.client().get(Claim.number("default_max_age")).orElse(null));
    }

    private Claims userinfo(ServerMetadata server, TokenSet tokens, @Nullable String sub) {
        var own = provider.userinfoRequest();
        if (own.isPresent()) {
            var profile = own.get().fetch(tokens, provider, http);
            if (profile == null) throw new OAuthException("userinfo.request returned no profile");
            return profile;
        }
        var accessToken = Objects.requireNonNull(tokens.accessToken());
        boolean signedOnly = provider.client().has("userinfo_signed_response_alg");
        var answer = http.handle(UserInfo.request(endpoints.userinfo(server), accessToken, signedOnly));
        return UserInfo.judge(answer, sub, signedOnly, signed -> signedProfile(signed, server));
    }

    /** Signed only where this client asked for it (OpenID Connect Registration §2). */
    private Claims signedProfile(String token, ServerMetadata server) {
        if (!provider.client().has("userinfo_signed_response_alg")) {
            throw new OAuthException("a signed userinfo answer was not asked for; see userinfo_signed_response_alg");
        }
        var claims = verified(token, server);
        var issuer = server.issuer();
        var audience = claims.value("aud");
        boolean forUs = provider.clientId() != null
                && (provider.clientId().equals(audience)
                        || (audience instanceof List<?> list && list.contains(provider.clientId())));
        if (!Objects.equals(issuer, claims.text("iss")) || !forUs) {
            throw new OAuthException("the signed userinfo answer is not for this client");
        }
        return claims;
    }
}
