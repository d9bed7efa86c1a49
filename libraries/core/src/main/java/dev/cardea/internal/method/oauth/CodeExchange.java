package dev.cardea.internal.method.oauth;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Response;
import dev.cardea.internal.oauth.ClientAuthentication;
import dev.cardea.internal.oauth.IdTokenClaims;
import dev.cardea.internal.oauth.IdTokenSteps;
import dev.cardea.internal.oauth.IdTokens.Kind;
import dev.cardea.internal.oauth.ProviderCalls;
import dev.cardea.internal.oauth.ServerMetadata;
import dev.cardea.internal.oauth.TokenEndpoint;
import dev.cardea.internal.oauth.UserInfo;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.model.TokenSet;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.IdTokenRule.Rule;
import dev.cardea.provider.OAuthException;
import dev.cardea.provider.OAuthProvider;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Exchanges a code for tokens and a profile, and verifies that both belong to the returning visitor. */
final class CodeExchange {
    private static final int TOO_MANY_REQUESTS = 429;
    /** The end of the year 9999. */
    private static final long MAX_SECONDS = 253_402_300_799L;

    private final OAuthProvider provider;
    private final OAuthSettings settings;
    private final HttpHandler toToken;
    private final HttpHandler toUserinfo;
    private final ResolvedEndpoints endpoints;
    private final TokenVerification verification;
    private final RequestedClaims requested;

    CodeExchange(
            OAuthProvider provider,
            OAuthSettings settings,
            ProviderCalls calls,
            ResolvedEndpoints endpoints,
            TokenVerification verification) {
        this.provider = provider;
        this.settings = settings;
        toToken = calls.to(Step.Endpoint.TOKEN);
        toUserinfo = calls.to(Step.Endpoint.USERINFO);
        this.endpoints = endpoints;
        this.verification = verification;
        requested = new RequestedClaims(endpoints.authorizationParameters());
    }

    /** A validated answer of the provider, and what this browser remembered for it. */
    record Input(
            Map<String, String> params,
            AuthorizationResponse answer,
            ServerMetadata server,
            String redirectUri,
            Checks.CheckValues recalled) {
        @Override
        public String toString() {
            return "Input";
        }
    }

    /**
     * The token set and what the provider says of the person.
     *
     * @param idToken the claims of the ID token; {@link Claims#NONE} without one
     */
    record Result(Claims tokens, Claims profile, Claims idToken) {
        /** When the person proved who they are at the provider. A time that no clock has is none: nothing needs it. */
        @Nullable Instant authTime() {
            return idToken.get(Claim.number("auth_time"))
                    .filter(seconds -> seconds >= 0 && seconds <= MAX_SECONDS)
                    .map(Instant::ofEpochSecond)
                    .orElse(null);
        }
    }

    Result redeem(Input input) {
        var tokens = tokens(input);
        var set = TokenSet.of(tokens);
        if (!provider.isOidc()) return new Result(tokens, userinfo(input.server, set, null), Claims.NONE);
        var idToken = set.idToken();
        IdTokenSteps.add(ProviderId.of(provider), Rule.PRESENT, idToken != null);
        if (idToken == null) throw new OAuthException("the token endpoint didn't return an id_token");
        var signed = verification.signature(Kind.ID_TOKEN, idToken, input.server);
        var claims = IdTokenClaims.validate(
                signed, expected(input, signed.claims(), set), settings.clock(), ProviderId.of(provider));
        return new Result(tokens, profile(input.server, set, claims), claims);
    }

    private Claims profile(ServerMetadata server, TokenSet tokens, Claims idToken) {
        var sub = idToken.text("sub");
        if (!provider.idToken()) return userinfo(server, tokens, sub);
        boolean ask = provider.completesIdToken() && requested.isMissingIn(idToken);
        var address = ask ? endpoints.userinfoIfKnown(server) : Optional.<String>empty();
        if (address.isEmpty()) return idToken;
        var answer = askUserinfo(address.get(), tokens);
        // The userinfo endpoint rejects an access token that is for another API of the provider: use the ID token
        // alone.
        if (answer.status() / 100 == 4 && answer.status() != TOO_MANY_REQUESTS) return idToken;
        return RequestedClaims.completed(idToken, userInfo(answer, server, sub));
    }

    private Claims tokens(Input input) {
        if (provider.tokenRequest().isPresent()) {
            var checks = Claims.NONE
                    .withPresent("code_verifier", input.recalled.verifier())
                    .withPresent("state", input.recalled.state())
                    .withPresent("nonce", input.recalled.nonce())
                    .with("redirect_uri", input.redirectUri);
            return provider.tokenRequest().get().redeem(Claims.of(input.params), checks, provider, toToken);
        }
        var address = endpoints.token(input.server);
        var server = new ServerMetadata(input.server.claims().with("token_endpoint", address));
        var client = client();
        var request = TokenEndpoint.codeGrant(
                address,
                input.answer.code(),
                input.redirectUri,
                input.recalled.verifier(),
                client,
                server,
                settings.clock(),
                settings.randomness());
        var answer = toToken.handle(request);
        var repaired = provider.conform().map(repair -> repair.apply(answer)).orElse(null);
        return TokenEndpoint.validate(repaired == null ? answer : repaired, client);
    }

    private ClientAuthentication client() {
        var method = provider.client().text("token_endpoint_auth_method");
        return new ClientAuthentication(
                method == null ? "client_secret_basic" : method,
                Objects.requireNonNull(provider.clientId(), "clientId is not set"),
                provider.clientSecret(settings.clock().instant()),
                provider.clientPrivateKey(),
                provider.assertionAudience());
    }

    private IdTokenClaims.Expectation expected(Input input, Claims idToken, TokenSet tokens) {
        return new IdTokenClaims.Expectation(
                verification.issuer(input.server, idToken),
                String.valueOf(provider.clientId()),
                input.recalled.nonce(),
                Boolean.TRUE.equals(provider.client().value("require_auth_time")),
                provider.client().get(Claim.number("default_max_age")).orElse(null),
                Objects.requireNonNull(tokens.accessToken()));
    }

    private Claims userinfo(ServerMetadata server, TokenSet tokens, @Nullable String sub) {
        var own = provider.userinfoRequest();
        if (own.isPresent()) {
            var profile = own.get().fetch(tokens, provider, toUserinfo);
            if (profile == null) throw new OAuthException("userinfo.request returned no profile");
            return profile;
        }
        return userInfo(askUserinfo(endpoints.userinfo(server), tokens), server, sub);
    }

    private Response askUserinfo(String address, TokenSet tokens) {
        var accessToken = Objects.requireNonNull(tokens.accessToken());
        return toUserinfo.handle(UserInfo.request(address, accessToken, wantsSignedUserinfo()));
    }

    private Claims userInfo(Response answer, ServerMetadata server, @Nullable String sub) {
        return UserInfo.validate(
                answer,
                sub,
                wantsSignedUserinfo(),
                signed -> signedProfile(signed, server),
                isSame -> IdTokenSteps.add(ProviderId.of(provider), Rule.USERINFO_SUBJECT, isSame));
    }

    private boolean wantsSignedUserinfo() {
        return provider.client().has("userinfo_signed_response_alg");
    }

    /** Signed only where this client asked for it (OpenID Connect Registration §2). */
    private Claims signedProfile(String token, ServerMetadata server) {
        if (!wantsSignedUserinfo()) {
            throw new OAuthException("a signed userinfo response wasn't requested; see userinfo_signed_response_alg");
        }
        var claims = verification.signature(Kind.ID_TOKEN, token, server).claims();
        var issuer = server.issuer();
        var audience = claims.value("aud");
        boolean forUs = provider.clientId() != null
                && (provider.clientId().equals(audience)
                        || (audience instanceof List<?> list && list.contains(provider.clientId())));
        if (!Objects.equals(issuer, claims.text("iss")) || !forUs) {
            throw new OAuthException("the signed userinfo response isn't for this client");
        }
        return claims;
    }
}
