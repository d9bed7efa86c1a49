package dev.cardea.provider;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.model.Profile;
import dev.cardea.model.ProviderType;
import dev.cardea.model.TokenSet;
import dev.cardea.model.User;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
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
public final class OAuthProvider implements Provider {
    /** Fetches the profile in another way than a GET with the access token (Auth.js: {@code userinfo.request}). */
    @FunctionalInterface
    public interface UserInfoRequest {
        @Nullable Claims fetch(TokenSet tokens, OAuthProvider provider, HttpHandler http);
    }

    /** Redeems the code in another way than RFC 6749 §4.1.3 (Auth.js: {@code token.request}). */
    @FunctionalInterface
    public interface TokenRequest {
        /**
         * @param params what the provider sent to the callback
         * @param checks the verified {@code code_verifier}, {@code state} and {@code nonce}, as far as they were
         *     requested, and the {@code redirect_uri} that was sent
         */
        Claims redeem(Claims params, Claims checks, OAuthProvider provider, HttpHandler http);
    }

    /** Makes the user from the profile (Auth.js: {@code profile}). The user's {@code id} becomes the account id. */
    @FunctionalInterface
    public interface ProfileMapper {
        /** @param http for providers that keep part of the profile, such as the picture, at another address */
        User map(Profile profile, TokenSet tokens, OAuthProvider provider, HttpHandler http);
    }

    /** Makes a new client secret for each token request. */
    @FunctionalInterface
    public interface SecretMaker {
        String make(OAuthProvider provider, Instant now);
    }

    /**
     * Decides whether the provider has verified the profile's e-mail address; {@code null} if the provider does not
     * say.
     */
    @FunctionalInterface
    public interface EmailProof {
        /** For a service that releases addresses without verifying them. */
        EmailProof NEVER = (profile, provider) -> false;

        @Nullable Boolean judge(Profile profile, OAuthProvider provider);
    }

    private final Fields fields;

    private OAuthProvider(Fields fields) {
        this.fields = fields;
    }

    /** Makes a plain OAuth 2.0 provider (RFC 6749); set its three endpoints. */
    public static OAuthProvider oauth(String id, String name) {
        return new OAuthProvider(new Fields(id, name, ProviderType.OAUTH));
    }

    /** Makes an OpenID Connect provider whose endpoints are discovered from the issuer. */
    public static OAuthProvider oidc(String id, String name, @Nullable String issuer) {
        return new OAuthProvider(new Fields(id, name, ProviderType.OIDC)).issuer(issuer);
    }

    /**
     * Makes an OpenID Connect provider whose issuer each site must set, with {@link #issuer} or {@code AUTH_…_ISSUER}.
     */
    public static OAuthProvider oidc(String id, String name) {
        return oidc(id, name, null);
    }

    /**
     * Makes a second instance of the provider with its own id. If a variable of that id is missing, the variable of the
     * original id is read.
     */
    public OAuthProvider id(String id) {
        return with(f -> {
            f.id = id;
            var all = new ArrayList<>(f.ids);
            all.remove(id);
            all.add(0, id);
            f.ids = List.copyOf(all);
        });
    }

    public OAuthProvider name(String name) {
        return with(f -> f.name = name);
    }

    public OAuthProvider clientId(@Nullable String id) {
        return with(f -> f.clientId = id);
    }

    public OAuthProvider clientSecret(@Nullable String secret) {
        return with(f -> f.clientSecret = secret);
    }

    /** Replaces the stored secret by one that is made for each token request. */
    public OAuthProvider clientSecretMaker(SecretMaker maker) {
        return with(f -> f.secretMaker = maker);
    }

    public OAuthProvider issuer(@Nullable String issuer) {
        return with(f -> {
            f.issuer = issuer;
            f.issuerSet = issuer != null;
        });
    }

    /** Sets the issuer that applies unless {@code AUTH_…_ISSUER} or {@link #issuer} names another. */
    public OAuthProvider defaultIssuer(String issuer) {
        return with(f -> f.issuer = issuer);
    }

    /**
     * Sets the issuer that an ID token must name, for a provider with an issuer per tenant: a function of the
     * configured issuer and of the claims, whose signature is verified by then.
     */
    public OAuthProvider idTokenIssuer(BiFunction<String, Claims, String> rule) {
        return with(f -> f.idTokenIssuer = rule);
    }

    /** Sets the address of the discovery document if it is not below the issuer. */
    public OAuthProvider wellKnown(@Nullable String url) {
        return with(f -> f.wellKnown = url);
    }

    /** Sets the address of the keys (RFC 7517) if the discovery document does not name it. */
    public OAuthProvider jwksEndpoint(@Nullable String url) {
        return with(f -> f.jwksEndpoint = url);
    }

    /** Sets the address of the authorization endpoint; parameters set before are kept. */
    public OAuthProvider authorization(String url) {
        return with(f -> f.authorization = endpoint(f.authorization).url(url));
    }

    /** Sets a parameter of the authorization request, such as {@code prompt} or {@code scope}. */
    public OAuthProvider authorizationParam(String name, String value) {
        return with(f -> f.authorization = endpoint(f.authorization).param(name, value));
    }

    /** Sets the requested scopes, joined by spaces; the default for OpenID Connect is {@code openid profile email}. */
    public OAuthProvider scope(String... scopes) {
        return authorizationParam("scope", String.join(" ", scopes));
    }

    public OAuthProvider token(String url) {
        return with(f -> f.token = endpoint(f.token).url(url));
    }

    public OAuthProvider tokenParam(String name, String value) {
        return with(f -> f.token = endpoint(f.token).param(name, value));
    }

    public OAuthProvider tokenRequest(TokenRequest request) {
        return with(f -> f.tokenRequest = request);
    }

    /** Repairs the response of the token endpoint before it is validated; {@code null} leaves it unchanged. */
    public OAuthProvider conform(Function<Response, @Nullable Response> repair) {
        return with(f -> f.conform = repair);
    }

    /** Sets the key for {@code token_endpoint_auth_method} {@code private_key_jwt}. */
    public OAuthProvider clientPrivateKey(SigningKey key) {
        return with(f -> f.clientPrivateKey = key);
    }

    /**
     * Chooses the audience of client assertions ({@code client_secret_jwt}, {@code private_key_jwt}).
     *
     * @param audience {@link AssertionAudience#ISSUER} unless set
     */
    public OAuthProvider assertionAudience(AssertionAudience audience) {
        return with(f -> f.assertionAudience = audience);
    }

    public OAuthProvider userinfo(String url) {
        return with(f -> f.userinfo = endpoint(f.userinfo).url(url));
    }

    public OAuthProvider userinfoParam(String name, String value) {
        return with(f -> f.userinfo = endpoint(f.userinfo).param(name, value));
    }

    public OAuthProvider userinfoRequest(UserInfoRequest request) {
        return with(f -> f.userinfoRequest = request);
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
        return with(f -> f.idToken = holdsProfile);
    }

    /** Replaces the default, PKCE. */
    public OAuthProvider checks(Check first, Check... more) {
        var all = new LinkedHashSet<Check>(List.of(more));
        all.add(first);
        return with(f -> f.checks = Set.copyOf(all));
    }

    /** Makes the user from the profile. The user's {@code id} becomes the account id. */
    public OAuthProvider profile(BiFunction<Profile, TokenSet, User> toUser) {
        return profile((profile, tokens, provider, http) -> toUser.apply(profile, tokens));
    }

    /** Makes the user from the profile, with access to the settings of the provider and to its HTTP client. */
    public OAuthProvider profile(ProfileMapper toUser) {
        return with(f -> f.profile = toUser);
    }

    /**
     * Sets what the parameters of the authorization response add to the profile. They pass through the browser, so they
     * are untrusted: they are added before the mapping and replace nothing.
     */
    public OAuthProvider answerProfile(UnaryOperator<Claims> fromParams) {
        return with(f -> f.answerProfile = fromParams);
    }

    /** Sets how this provider reports a verified address; by the claim {@code email_verified} unless set. */
    public OAuthProvider emailProof(EmailProof proof) {
        return with(f -> f.emailProof = proof);
    }

    /**
     * Marks a service that was shut down: the configuration is rejected with this text, which names the replacement.
     */
    public OAuthProvider retired(String why) {
        return with(f -> f.retired = why);
    }

    /** Chooses what part of the token set is stored with the account; {@code null} stores none of it. */
    public OAuthProvider account(Function<TokenSet, @Nullable Claims> toStored) {
        return with(f -> f.account = toStored);
    }

    /**
     * Sets client metadata (RFC 7591 §2), such as {@code token_endpoint_auth_method} ({@code client_secret_basic} by
     * default) or {@code id_token_signed_response_alg}.
     */
    public OAuthProvider client(String name, Object value) {
        return with(f -> f.client = f.client.with(name, value));
    }

    /** Sets the address of the proxy between this site and the provider; overrides that of the configuration. */
    public OAuthProvider redirectProxyUrl(@Nullable String url) {
        return with(f -> f.redirectProxyUrl = url);
    }

    public OAuthProvider style(Style style) {
        return with(f -> f.style = style);
    }

    /** Decorates the HTTP client for this provider's discovery, token and userinfo calls. */
    public OAuthProvider http(UnaryOperator<HttpHandler> decorator) {
        return with(f -> f.http = decorator);
    }

    /** Gives access to the settings that remove a protection. */
    public Danger danger() {
        return new Danger();
    }

    /** Settings that remove a protection, under one name that a search finds. */
    public final class Danger {
        private Danger() {}

        /**
         * Links an account to the user who has the same e-mail address, unless the provider itself reports the address
         * as unverified. An attacker who can put the address of a user into an account at this provider can take over
         * that user.
         */
        public OAuthProvider allowDangerousEmailAccountLinking() {
            return with(f -> f.linking = true);
        }

        /** Links an account to the user who has the same e-mail address, but only if both sides have verified it. */
        public OAuthProvider allowDangerousEmailAccountLinkingOfVerified() {
            return with(f -> {
                f.linking = true;
                f.linkOnlyVerified = true;
            });
        }

        /**
         * Uses no PKCE, state or nonce (Auth.js: {@code checks: ['none']}). An attacker can then sign a visitor in to
         * the attacker's account (login CSRF) and use a stolen code.
         */
        public OAuthProvider noChecks() {
            return with(f -> f.checks = Set.of());
        }
    }

    @Override
    public String id() {
        return fields.id;
    }

    @Override
    public String name() {
        return fields.name;
    }

    @Override
    public ProviderType type() {
        return fields.type;
    }

    public boolean isOidc() {
        return fields.type == ProviderType.OIDC;
    }

    public @Nullable String clientId() {
        return fields.clientId;
    }

    public @Nullable String clientSecret() {
        return fields.clientSecret;
    }

    /** Returns the secret for a request at this moment: made, or else stored. */
    public @Nullable String clientSecret(Instant now) {
        return fields.secretMaker == null ? fields.clientSecret : fields.secretMaker.make(this, now);
    }

    /** Returns whether the secret is made for each request. */
    public boolean makesClientSecret() {
        return fields.secretMaker != null;
    }

    public @Nullable String issuer() {
        return fields.issuer;
    }

    /** Returns whether the issuer was set; otherwise it is the default of the provider. */
    public boolean isIssuerSet() {
        return fields.issuerSet;
    }

    /** Returns the issuer that an ID token with these claims must name. */
    public String idTokenIssuer(String configured, Claims idToken) {
        return fields.idTokenIssuer == null ? configured : fields.idTokenIssuer.apply(configured, idToken);
    }

    /** Returns the ids whose {@code AUTH_{ID}_…} variables this provider reads, its own first. */
    public List<String> variableIds() {
        return fields.ids;
    }

    public @Nullable String wellKnown() {
        return fields.wellKnown;
    }

    public @Nullable String jwksEndpoint() {
        return fields.jwksEndpoint;
    }

    /** Returns {@code null} if nothing was set and everything comes from discovery. */
    public @Nullable Endpoint authorization() {
        return fields.authorization;
    }

    public @Nullable Endpoint token() {
        return fields.token;
    }

    public @Nullable Endpoint userinfo() {
        return fields.userinfo;
    }

    public Optional<TokenRequest> tokenRequest() {
        return Optional.ofNullable(fields.tokenRequest);
    }

    public Optional<UserInfoRequest> userinfoRequest() {
        return Optional.ofNullable(fields.userinfoRequest);
    }

    public Optional<Function<Response, @Nullable Response>> conform() {
        return Optional.ofNullable(fields.conform);
    }

    public @Nullable SigningKey clientPrivateKey() {
        return fields.clientPrivateKey;
    }

    public AssertionAudience assertionAudience() {
        return fields.assertionAudience;
    }

    /** Returns whether the profile is read from the ID token. */
    public boolean idToken() {
        return fields.idToken == null || fields.idToken;
    }

    /** Returns whether the userinfo endpoint adds to the ID token what was requested and is absent. */
    public boolean completesIdToken() {
        return fields.idToken == null;
    }

    public Set<Check> checks() {
        return fields.checks;
    }

    public Optional<ProfileMapper> profile() {
        return Optional.ofNullable(fields.profile);
    }

    /** Returns what an authorization response adds to a profile. */
    public Claims answerProfile(Claims params) {
        return fields.answerProfile.apply(params);
    }

    /** Returns whether the provider has verified the profile's e-mail address; {@code null} if it does not say. */
    public @Nullable Boolean emailVerified(Profile profile) {
        if (fields.emailProof != null) return fields.emailProof.judge(profile, this);
        return profile.claims().has("email_verified") ? Boolean.TRUE.equals(profile.emailVerified()) : null;
    }

    /** Returns whether the service is known never to verify addresses: {@link EmailProof#NEVER}. */
    public boolean neverVerifiesEmail() {
        return fields.emailProof == EmailProof.NEVER;
    }

    /** Returns why the service no longer works; {@code null} if it works. */
    public @Nullable String retired() {
        return fields.retired;
    }

    /**
     * The user of a profile, as {@link #profile} makes it, or else by the standard claims.
     *
     * @param http for providers that keep a part of the profile elsewhere
     */
    public User user(Profile profile, TokenSet tokens, HttpHandler http) {
        return fields.profile == null
                ? Standard.user(profile.claims())
                : fields.profile.map(profile, tokens, this, http);
    }

    /** What is stored of the tokens: what {@link #account} chooses, or else those that applications use. */
    public Claims stored(TokenSet tokens) {
        if (fields.account == null) return Standard.stored(tokens.claims());
        var chosen = fields.account.apply(tokens);
        return chosen == null ? Claims.NONE : chosen;
    }

    public Optional<Function<TokenSet, @Nullable Claims>> account() {
        return Optional.ofNullable(fields.account);
    }

    public Claims client() {
        return fields.client;
    }

    public @Nullable String redirectProxyUrl() {
        return fields.redirectProxyUrl;
    }

    public Style style() {
        return fields.style;
    }

    public boolean allowsDangerousEmailAccountLinking() {
        return fields.linking;
    }

    public boolean linksOnlyVerified() {
        return fields.linkOnlyVerified;
    }

    /**
     * Returns the provider with {@code {issuer}}, {@code {clientId}} and {@code {clientSecret}} replaced in its
     * addresses and their parameters, as far as they are known.
     */
    public OAuthProvider resolved() {
        return with(f -> {
            if (f.issuer != null) f.issuer = new Placeholders(null, f.clientId, null).fill(f.issuer);
            var known = new Placeholders(f.issuer, f.clientId, f.clientSecret);
            f.wellKnown = known.fillOrDrop(f.wellKnown);
            f.jwksEndpoint = known.fillOrDrop(f.jwksEndpoint);
            f.authorization = known.fill(f.authorization);
            f.token = known.fill(f.token);
            f.userinfo = known.fill(f.userinfo);
        });
    }

    /** Returns the HTTP client as decorated for this provider. */
    public HttpHandler decorate(HttpHandler http) {
        return fields.http.apply(http);
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.oauth(this);
    }

    @Override
    public String toString() {
        return "OAuthProvider[" + fields.id + "]";
    }

    private static Endpoint endpoint(@Nullable Endpoint endpoint) {
        return endpoint == null ? Endpoint.DISCOVERED : endpoint;
    }

    private OAuthProvider with(Consumer<Fields> change) {
        var copy = new Fields(fields);
        change.accept(copy);
        return new OAuthProvider(copy);
    }

    /** The fields, mutable only between copy and freeze. */
    private static final class Fields {
        String id;
        List<String> ids;
        String name;
        final ProviderType type;

        @Nullable String clientId;

        @Nullable String clientSecret;

        @Nullable SecretMaker secretMaker;

        @Nullable String issuer;

        boolean issuerSet;

        @Nullable BiFunction<String, Claims, String> idTokenIssuer;

        @Nullable String wellKnown;

        @Nullable String jwksEndpoint;

        @Nullable Endpoint authorization;

        @Nullable Endpoint token;

        @Nullable Endpoint userinfo;

        @Nullable TokenRequest tokenRequest;

        @Nullable UserInfoRequest userinfoRequest;

        @Nullable Function<Response, @Nullable Response> conform;

        @Nullable SigningKey clientPrivateKey;

        AssertionAudience assertionAudience = AssertionAudience.ISSUER;

        @Nullable Boolean idToken;

        Set<Check> checks = Set.of(Check.PKCE);

        @Nullable ProfileMapper profile;

        UnaryOperator<Claims> answerProfile = params -> Claims.NONE;

        @Nullable EmailProof emailProof;

        @Nullable String retired;

        @Nullable Function<TokenSet, @Nullable Claims> account;

        Claims client = Claims.NONE;

        @Nullable String redirectProxyUrl;

        Style style = Style.NONE;
        boolean linking;
        boolean linkOnlyVerified;
        UnaryOperator<HttpHandler> http = UnaryOperator.identity();

        Fields(String id, String name, ProviderType type) {
            this.id = id;
            ids = List.of(id);
            this.name = name;
            this.type = type;
        }

        Fields(Fields from) {
            this(from.id, from.name, from.type);
            ids = from.ids;
            clientId = from.clientId;
            clientSecret = from.clientSecret;
            secretMaker = from.secretMaker;
            issuer = from.issuer;
            issuerSet = from.issuerSet;
            idTokenIssuer = from.idTokenIssuer;
            wellKnown = from.wellKnown;
            jwksEndpoint = from.jwksEndpoint;
            authorization = from.authorization;
            token = from.token;
            userinfo = from.userinfo;
            tokenRequest = from.tokenRequest;
            userinfoRequest = from.userinfoRequest;
            conform = from.conform;
            clientPrivateKey = from.clientPrivateKey;
            assertionAudience = from.assertionAudience;
            idToken = from.idToken;
            checks = from.checks;
            profile = from.profile;
            answerProfile = from.answerProfile;
            emailProof = from.emailProof;
            retired = from.retired;
            account = from.account;
            client = from.client;
            redirectProxyUrl = from.redirectProxyUrl;
            style = from.style;
            linking = from.linking;
            linkOnlyVerified = from.linkOnlyVerified;
            http = from.http;
        }
    }
}
