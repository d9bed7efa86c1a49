package dev.cardea.provider;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.model.Profile;
import dev.cardea.model.ProviderType;
import dev.cardea.model.TokenSet;
import dev.cardea.model.User;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An OAuth 2.0 or OpenID Connect provider. Immutable; each setter returns a changed copy.
 *
 * <pre>{@code
 * OAuthProvider.oidc("acme", "Acme", "https://id.acme.example").clientId("…").clientSecret("…")
 * }</pre>
 */
public final class OAuthProvider extends OAuthProviderSettings implements Provider {
    private OAuthProvider(
            ProviderName name,
            Endpoints endpoints,
            ClientSettings client,
            ProfileRules profile,
            Deviations deviations,
            Safeguards safeguards) {
        super(name, endpoints, client, profile, deviations, safeguards);
    }

    private OAuthProvider(String id, String name, ProviderType type) {
        this(
                ProviderName.of(id, name, type),
                Endpoints.NONE,
                ClientSettings.NONE,
                ProfileRules.STANDARD,
                Deviations.NONE,
                Safeguards.DEFAULT);
    }

    /** Creates a plain OAuth 2.0 provider (RFC 6749); set its three endpoints. */
    public static OAuthProvider oauth(String id, String name) {
        return new OAuthProvider(id, name, ProviderType.OAUTH);
    }

    /** Creates an OpenID Connect provider that discovers its endpoints from the issuer. */
    public static OAuthProvider oidc(String id, String name, @Nullable String issuer) {
        return new OAuthProvider(id, name, ProviderType.OIDC).issuer(issuer);
    }

    /**
     * Creates an OpenID Connect provider for which every site must set the issuer, with {@link #issuer} or
     * {@code AUTH_…_ISSUER}.
     */
    public static OAuthProvider oidc(String id, String name) {
        return oidc(id, name, null);
    }

    /**
     * Creates a second instance of the provider with its own ID. If a variable of that ID is missing, the variable of
     * the original ID is read.
     */
    public OAuthProvider id(String id) {
        return with(name.id(id));
    }

    /** Sets the name on the sign-in page. */
    public OAuthProvider name(String name) {
        return with(this.name.name(name));
    }

    /** Sets the client ID that the provider gave the application; {@code AUTH_{ID}_ID} by default. */
    public OAuthProvider clientId(@Nullable String id) {
        return with(client.id(id));
    }

    /** Sets the client secret that the provider gave the application; {@code AUTH_{ID}_SECRET} by default. */
    public OAuthProvider clientSecret(@Nullable String secret) {
        return with(client.secret(secret));
    }

    /** Replaces the stored secret with a new one for each token request. */
    public OAuthProvider clientSecretMaker(SecretMaker maker) {
        return with(client.secretMaker(maker));
    }

    /** Sets the issuer, at which the discovery document is; {@code AUTH_{ID}_ISSUER} by default. */
    public OAuthProvider issuer(@Nullable String issuer) {
        return with(endpoints.issuer(issuer));
    }

    /** Sets the issuer that applies unless {@code AUTH_…_ISSUER} or {@link #issuer} is set. */
    public OAuthProvider defaultIssuer(String issuer) {
        return with(endpoints.defaultIssuer(issuer));
    }

    /**
     * Sets the issuer that an ID token must contain, for a provider with an issuer per tenant: a function of the
     * configured issuer and of the claims, whose signature is verified by then.
     */
    public OAuthProvider idTokenIssuer(BiFunction<String, Claims, String> rule) {
        return with(endpoints.idTokenIssuer(rule));
    }

    /** Sets the URL of the discovery document if it is not below the issuer. */
    public OAuthProvider wellKnown(@Nullable String url) {
        return with(endpoints.wellKnown(url));
    }

    /** Sets the URL of the keys (RFC 7517) if the discovery document does not contain it. */
    public OAuthProvider jwksEndpoint(@Nullable String url) {
        return with(endpoints.jwks(url));
    }

    /** Sets the URL of the authorization endpoint; parameters set before are kept. */
    public OAuthProvider authorization(String url) {
        return with(endpoints.changeAuthorization(endpoint -> endpoint.url(url)));
    }

    /** Sets a parameter of the authorization request, such as {@code prompt} or {@code scope}. */
    public OAuthProvider authorizationParam(String name, String value) {
        return with(endpoints.changeAuthorization(endpoint -> endpoint.param(name, value)));
    }

    /** Sets the requested scopes, joined by spaces; the default for OpenID Connect is {@code openid profile email}. */
    public OAuthProvider scope(String... scopes) {
        return authorizationParam("scope", String.join(" ", scopes));
    }

    /** Sets the URL of the token endpoint. */
    public OAuthProvider token(String url) {
        return with(endpoints.changeToken(endpoint -> endpoint.url(url)));
    }

    /** Adds a parameter to the request for tokens. */
    public OAuthProvider tokenParam(String name, String value) {
        return with(endpoints.changeToken(endpoint -> endpoint.param(name, value)));
    }

    /** Requests tokens in another way. */
    public OAuthProvider tokenRequest(TokenRequest request) {
        return with(deviations.tokenRequest(request));
    }

    /** Repairs the response of the token endpoint before it is validated; {@code null} leaves it unchanged. */
    public OAuthProvider conform(Function<Response, @Nullable Response> repair) {
        return with(deviations.tokenResponse(repair));
    }

    /** Sets the key for {@code token_endpoint_auth_method} {@code private_key_jwt}. */
    public OAuthProvider clientPrivateKey(SigningKey key) {
        return with(client.privateKey(key));
    }

    /**
     * Chooses the audience of client assertions ({@code client_secret_jwt}, {@code private_key_jwt}).
     *
     * @param audience {@link AssertionAudience#ISSUER} unless set
     */
    public OAuthProvider assertionAudience(AssertionAudience audience) {
        return with(client.assertionAudience(audience));
    }

    /** Sets the URL of the userinfo endpoint. */
    public OAuthProvider userinfo(String url) {
        return with(endpoints.changeUserinfo(endpoint -> endpoint.url(url)));
    }

    /** Adds a parameter to the request for the profile. */
    public OAuthProvider userinfoParam(String name, String value) {
        return with(endpoints.changeUserinfo(endpoint -> endpoint.param(name, value)));
    }

    /** Requests the profile in another way. */
    public OAuthProvider userinfoRequest(UserInfoRequest request) {
        return with(deviations.userinfoRequest(request));
    }

    /**
     * Chooses the source of an OpenID Connect profile (Auth.js: {@code idToken}). By default it is the ID token, and
     * the userinfo endpoint adds what was requested and is absent there: an address for the scope {@code email}, a name
     * for {@code profile}, a claim of the parameter {@code claims}. The {@code sub} of userinfo must always equal that
     * of the ID token.
     *
     * @param holdsProfile true uses the ID token alone; false uses the userinfo endpoint alone, which is called at each
     *     sign-in
     */
    public OAuthProvider idToken(boolean holdsProfile) {
        return with(profile.idToken(holdsProfile));
    }

    /** Replaces the default, PKCE. */
    public OAuthProvider checks(Check first, Check... more) {
        var all = new LinkedHashSet<Check>(List.of(more));
        all.add(first);
        return with(safeguards.checks(all));
    }

    /** Sets the function that creates the user from the profile. The user's {@code id} becomes the account ID. */
    public OAuthProvider profile(BiFunction<Profile, TokenSet, User> toUser) {
        return profile((profile, tokens, provider, http) -> toUser.apply(profile, tokens));
    }

    /**
     * Sets the function that creates the user from the profile, with access to the provider's settings and HTTP
     * client.
     */
    public OAuthProvider profile(ProfileMapper toUser) {
        return with(profile.mapper(toUser));
    }

    /**
     * Sets what the parameters of the authorization response add to the profile. They pass through the browser, so they
     * are untrusted: they are added before the mapping and replace nothing.
     */
    public OAuthProvider answerProfile(UnaryOperator<Claims> fromParams) {
        return with(profile.answerProfile(fromParams));
    }

    /** Sets how this provider reports a verified email address; by the claim {@code email_verified} unless set. */
    public OAuthProvider emailProof(EmailProof proof) {
        return with(profile.emailProof(proof));
    }

    /**
     * Marks a service that was shut down: the configuration is rejected with this text, which mentions the replacement.
     */
    public OAuthProvider retired(String why) {
        return with(name.retired(why));
    }

    /** Chooses what part of the token set is stored with the account; {@code null} stores none of it. */
    public OAuthProvider account(Function<TokenSet, @Nullable Claims> toStored) {
        return with(profile.account(toStored));
    }

    /**
     * Sets client metadata (RFC 7591 §2), such as {@code token_endpoint_auth_method} ({@code client_secret_basic} by
     * default) or {@code id_token_signed_response_alg}.
     */
    public OAuthProvider client(String name, Object value) {
        return with(client.metadata(client.metadata().with(name, value)));
    }

    /** Sets the URL of the redirect proxy between this site and the provider; overrides that of the configuration. */
    public OAuthProvider redirectProxyUrl(@Nullable String url) {
        return with(client.redirectProxyUrl(url));
    }

    /**
     * Sets what this site and the provider tell each other when a user logs out, and whether a sign-in may begin at the
     * provider; {@link ProviderLogout#OFF} by default. For OpenID Connect.
     */
    public OAuthProvider logout(ProviderLogout logout) {
        return with(client.logout(logout));
    }

    /** Sets the logo and the colors of the button on the sign-in page. */
    public OAuthProvider style(Style style) {
        return with(name.style(style));
    }

    /** Decorates the HTTP client for this provider's discovery, token and userinfo calls. */
    public OAuthProvider http(UnaryOperator<HttpHandler> decorator) {
        return with(deviations.http(decorator));
    }

    /** Gives access to the settings that remove a protection. */
    public Danger danger() {
        return new Danger();
    }

    /** Settings that remove a protection, grouped so that a search finds them. */
    public final class Danger {
        private Danger() {}

        /**
         * Links an account to the user who has the same email address, unless the provider itself reports the address
         * as unverified. An attacker who can put the address of a user into an account at this provider can take over
         * that user.
         */
        public OAuthProvider allowDangerousEmailAccountLinking() {
            return with(safeguards.linkByEmail(false));
        }

        /** Links an account to the user who has the same email address, but only if both sides have verified it. */
        public OAuthProvider allowDangerousEmailAccountLinkingOfVerified() {
            return with(safeguards.linkByEmail(true));
        }

        /**
         * Uses no PKCE, state or nonce (Auth.js: {@code checks: ['none']}). An attacker can then sign a visitor in to
         * the attacker's account (login CSRF), link that account to a user who is signed in, and use a stolen code.
         */
        public OAuthProvider noChecks() {
            return with(safeguards.checks(Set.of()));
        }
    }

    /** Returns the secret for a request at this moment: a new one, or else the stored one. */
    public @Nullable String clientSecret(Instant now) {
        var maker = client.secretMaker();
        return maker == null ? client.secret() : maker.make(this, now);
    }

    /** Returns whether the provider has verified the profile's email address; {@code null} if it does not say. */
    public @Nullable Boolean emailVerified(Profile profile) {
        return this.profile.emailVerified(profile, this);
    }

    /**
     * The user of a profile, as {@link #profile} makes it, or else by the standard claims.
     *
     * @param http for providers that keep a part of the profile elsewhere
     */
    public User user(Profile profile, TokenSet tokens, HttpHandler http) {
        return this.profile.user(profile, tokens, this, http);
    }

    /**
     * Returns the provider with {@code {issuer}}, {@code {clientId}} and {@code {clientSecret}} replaced in its
     * addresses and their parameters, as far as they are known.
     */
    public OAuthProvider resolved() {
        return with(endpoints.resolved(client.id(), client.secret()));
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.oauth(this);
    }

    @Override
    public String toString() {
        return "OAuthProvider[" + id() + "]";
    }

    private OAuthProvider with(ProviderName changed) {
        return new OAuthProvider(changed, endpoints, client, profile, deviations, safeguards);
    }

    private OAuthProvider with(Endpoints changed) {
        return new OAuthProvider(name, changed, client, profile, deviations, safeguards);
    }

    private OAuthProvider with(ClientSettings changed) {
        return new OAuthProvider(name, endpoints, changed, profile, deviations, safeguards);
    }

    private OAuthProvider with(ProfileRules changed) {
        return new OAuthProvider(name, endpoints, client, changed, deviations, safeguards);
    }

    private OAuthProvider with(Deviations changed) {
        return new OAuthProvider(name, endpoints, client, profile, changed, safeguards);
    }

    private OAuthProvider with(Safeguards changed) {
        return new OAuthProvider(name, endpoints, client, profile, deviations, changed);
    }
}
