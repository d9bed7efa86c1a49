package dev.cardea.provider;

import dev.cardea.error.ConfigurationException.Finding;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.model.ProviderType;
import dev.cardea.model.TokenSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What an {@link OAuthProvider} is set to, as sign-in and configuration checks read it. Immutable. */
abstract sealed class OAuthProviderSettings implements ClientRegistration permits OAuthProvider {
    final ProviderName name;
    final Endpoints endpoints;
    final ClientSettings client;
    final ProfileRules profile;
    final Deviations deviations;
    final Safeguards safeguards;

    OAuthProviderSettings(
            ProviderName name,
            Endpoints endpoints,
            ClientSettings client,
            ProfileRules profile,
            Deviations deviations,
            Safeguards safeguards) {
        this.name = name;
        this.endpoints = endpoints;
        this.client = client;
        this.profile = profile;
        this.deviations = deviations;
        this.safeguards = safeguards;
    }

    @Override
    public String id() {
        return name.id();
    }

    public String name() {
        return name.name();
    }

    public ProviderType type() {
        return name.type();
    }

    public boolean isOidc() {
        return type() == ProviderType.OIDC;
    }

    @Override
    public @Nullable String clientId() {
        return client.id();
    }

    @Override
    public @Nullable String clientSecret() {
        return client.secret();
    }

    /** Returns whether the secret is made for each request. */
    public boolean makesClientSecret() {
        return client.secretMaker() != null;
    }

    /**
     * Returns what the site must still set so that users can sign in with this provider: {@code clientId}, and what its
     * {@code token_endpoint_auth_method} needs: a secret, a key, or nothing for a public client. A retired provider needs
     * nothing.
     */
    public List<Finding> missingCredentials() {
        if (retired() != null) return List.of();
        var missing = new ArrayList<Finding>();
        if (clientId() == null) missing.add(MissingCredential.of(id(), "clientId", variableIds(), "ID"));
        switch (String.valueOf(client().text("token_endpoint_auth_method"))) {
            case "none" -> {}
            case "private_key_jwt" -> {
                if (clientPrivateKey() == null) missing.add(MissingCredential.of(id(), "clientPrivateKey"));
            }
            default -> {
                if (clientSecret() == null && !makesClientSecret())
                    missing.add(MissingCredential.of(id(), "clientSecret", variableIds(), "SECRET"));
            }
        }
        return List.copyOf(missing);
    }

    @Override
    public @Nullable String issuer() {
        return endpoints.issuer();
    }

    /** Returns whether the issuer was set; otherwise it is the default of the provider. */
    public boolean isIssuerSet() {
        return endpoints.issuerSet();
    }

    /** Returns the issuer that an ID token with these claims must name. */
    public String idTokenIssuer(String configured, Claims idToken) {
        return endpoints.issuerOf(configured, idToken);
    }

    /** Returns the ids whose {@code AUTH_{ID}_…} variables this provider reads, its own first. */
    public List<String> variableIds() {
        return name.ids();
    }

    public @Nullable String wellKnown() {
        return endpoints.wellKnown();
    }

    public @Nullable String jwksEndpoint() {
        return endpoints.jwks();
    }

    /** Returns {@code null} if nothing was set and everything comes from discovery. */
    public @Nullable Endpoint authorization() {
        return endpoints.authorization();
    }

    @Override
    public @Nullable Endpoint token() {
        return endpoints.token();
    }

    @Override
    public @Nullable Endpoint userinfo() {
        return endpoints.userinfo();
    }

    public Optional<TokenRequest> tokenRequest() {
        return Optional.ofNullable(deviations.tokenRequest());
    }

    public Optional<UserInfoRequest> userinfoRequest() {
        return Optional.ofNullable(deviations.userinfoRequest());
    }

    public Optional<Function<Response, @Nullable Response>> conform() {
        return Optional.ofNullable(deviations.tokenResponse());
    }

    public @Nullable SigningKey clientPrivateKey() {
        return client.privateKey();
    }

    public AssertionAudience assertionAudience() {
        return client.assertionAudience();
    }

    /** Returns whether the profile is read from the ID token. */
    public boolean idToken() {
        return !Boolean.FALSE.equals(profile.idToken());
    }

    /** Returns whether the userinfo endpoint adds to the ID token what was requested and is absent. */
    public boolean completesIdToken() {
        return profile.idToken() == null;
    }

    public Set<Check> checks() {
        return safeguards.checks();
    }

    public Optional<ProfileMapper> profile() {
        return Optional.ofNullable(profile.mapper());
    }

    /** Returns what an authorization response adds to a profile. */
    public Claims answerProfile(Claims params) {
        return profile.answerProfile().apply(params);
    }

    /** Returns whether the service is known never to verify addresses: {@link EmailProof#NEVER}. */
    public boolean neverVerifiesEmail() {
        return profile.emailProof() == EmailProof.NEVER;
    }

    /** Returns why the service no longer works; {@code null} if it works. */
    public @Nullable String retired() {
        return name.retired();
    }

    /** What is stored of the tokens: what {@link #account} chooses, or else those that applications use. */
    public Claims stored(TokenSet tokens) {
        return profile.stored(tokens);
    }

    public Optional<Function<TokenSet, @Nullable Claims>> account() {
        return Optional.ofNullable(profile.account());
    }

    public Claims client() {
        return client.metadata();
    }

    public @Nullable String redirectProxyUrl() {
        return client.redirectProxyUrl();
    }

    public ProviderLogout logout() {
        return client.logout();
    }

    public Style style() {
        return name.style();
    }

    public boolean allowsDangerousEmailAccountLinking() {
        return safeguards.linksByEmail();
    }

    public boolean linksOnlyVerified() {
        return safeguards.linksOnlyVerified();
    }

    /** Returns the HTTP client as decorated for this provider. */
    public HttpHandler decorate(HttpHandler http) {
        return deviations.http().apply(http);
    }
}
