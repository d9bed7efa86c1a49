package dev.cardea.internal.method.oauth;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.QueryUrl;
import dev.cardea.internal.oauth.Discovery;
import dev.cardea.internal.oauth.IdTokenSteps;
import dev.cardea.internal.oauth.ServerMetadata;
import dev.cardea.json.Claims;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step.IdTokenRule.Rule;
import dev.cardea.provider.Endpoint;
import dev.cardea.provider.OAuthException;
import dev.cardea.provider.OAuthProvider;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Where a provider's endpoints are: as configured, else as discovered. */
final class ResolvedEndpoints {
    static final String OIDC_SCOPE = "openid profile email";

    private final OAuthProvider provider;
    private final @Nullable Discovery discovery;

    ResolvedEndpoints(OAuthProvider provider, HttpHandler http, Clock clock) {
        this.provider = provider;
        discovery = provider.issuer() == null && provider.wellKnown() == null
                ? null
                : new Discovery(
                        provider.issuer(),
                        provider.wellKnown(),
                        http,
                        clock,
                        () -> IdTokenSteps.add(ProviderId.of(provider), Rule.ISSUER, false));
    }

    ServerMetadata discovered() {
        if (discovery == null) {
            throw new OAuthException("the provider has no issuer to discover an endpoint from; set issuer");
        }
        return discovery.metadata();
    }

    boolean isDiscoverable() {
        return discovery != null;
    }

    /** Whether the authorization endpoint has to be asked for. */
    boolean discoversAuthorization() {
        return urlOf(provider.authorization()) == null;
    }

    /** The parameters that are set on the authorization request, in their order. */
    Map<String, String> authorizationParameters() {
        var endpoint = provider.authorization();
        var parameters = new LinkedHashMap<String, String>();
        if (endpoint == null) return parameters;
        if (endpoint.url() != null)
            parameters.putAll(QueryUrl.of(endpoint.url()).parameters());
        parameters.putAll(endpoint.params());
        if (provider.isOidc()) parameters.putIfAbsent("scope", OIDC_SCOPE);
        return parameters;
    }

    /** The authorization endpoint with its own parameters. */
    QueryUrl authorization() {
        var url = urlOf(provider.authorization());
        if (url != null) return QueryUrl.of(url).setAll(authorizationParameters());
        return QueryUrl.of(discovered()
                .authorizationEndpoint()
                .orElseThrow(() -> new OAuthException("the provider announces no authorization endpoint")));
    }

    boolean answersByPost() {
        return "form_post".equals(authorizationParameters().get("response_mode"));
    }

    /** What is known of the provider when it is called back: discovered where neither endpoint is configured. */
    ServerMetadata server() {
        if (urlOf(provider.token()) == null && urlOf(provider.userinfo()) == null && discovery != null) {
            return discovered();
        }
        return new ServerMetadata(Claims.NONE.withPresent("issuer", provider.issuer()));
    }

    String token(ServerMetadata server) {
        return address(
                provider.token(),
                () -> server.tokenEndpoint()
                        .or(() -> isDiscoverable() ? discovered().tokenEndpoint() : Optional.empty())
                        .orElseThrow(() -> new OAuthException("the provider announces no token endpoint")));
    }

    String userinfo(ServerMetadata server) {
        return address(
                provider.userinfo(),
                () -> server.userinfoEndpoint()
                        .or(() -> isDiscoverable() ? discovered().userinfoEndpoint() : Optional.empty())
                        .orElseThrow(() -> new OAuthException("the provider announces no userinfo endpoint")));
    }

    /** Where userinfo is, as far as it is configured or announced. */
    Optional<String> userinfoIfKnown(ServerMetadata server) {
        boolean known = urlOf(provider.userinfo()) != null
                || server.userinfoEndpoint().isPresent()
                || (isDiscoverable() && discovered().userinfoEndpoint().isPresent());
        return known ? Optional.of(userinfo(server)) : Optional.empty();
    }

    /** Returns the address of the keys: as configured, else as discovered; {@code null} if neither names one. */
    @Nullable String jwks(ServerMetadata server) {
        if (provider.jwksEndpoint() != null) return provider.jwksEndpoint();
        return server.jwksUri()
                .or(() -> isDiscoverable() ? discovered().jwksUri() : Optional.empty())
                .orElse(null);
    }

    private static String address(@Nullable Endpoint endpoint, Supplier<String> discovered) {
        var url = urlOf(endpoint);
        var params = endpoint == null ? Map.<String, String>of() : endpoint.params();
        var base = url == null ? discovered.get() : url;
        return params.isEmpty() ? base : QueryUrl.of(base).setAll(params).toString();
    }

    private static @Nullable String urlOf(@Nullable Endpoint endpoint) {
        return endpoint == null ? null : endpoint.url();
    }
}
