package dev.cardea.internal.method.oauth;

import dev.cardea.action.InternalResponse;
import dev.cardea.cookies.AuthCookie;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Cookie;
import dev.cardea.http.Form;
import dev.cardea.http.QueryUrl;
import dev.cardea.http.WebUrl;
import dev.cardea.internal.method.MethodRequest;
import dev.cardea.internal.method.Outcome;
import dev.cardea.internal.method.SignInMethod;
import dev.cardea.internal.method.SignInStart;
import dev.cardea.internal.method.Traits;
import dev.cardea.internal.method.VerifiedIdentity;
import dev.cardea.internal.oauth.Bulkhead;
import dev.cardea.internal.oauth.LogoutTokenClaims;
import dev.cardea.internal.oauth.ProviderCalls;
import dev.cardea.json.Claims;
import dev.cardea.model.Profile;
import dev.cardea.model.TokenSet;
import dev.cardea.module.Proof;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step.Endpoint;
import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthException;
import dev.cardea.provider.OAuthProvider;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The authorization code flow of OAuth 2.0 (RFC 6749 §4.1) and OpenID Connect Core (§3.1), with PKCE, state and nonce. */
public final class OAuthMethod implements SignInMethod {
    private static final Traits TRAITS = new Traits(
            Traits.Start.REQUEST,
            Traits.CallbackGet.COMPLETE,
            Traits.CsrfToken.NOT_NEEDED,
            Traits.Registration.BY_ACCOUNT,
            Traits.EmailProof.PROVIDER,
            false,
            ErrorType.OAUTH_ACCOUNT_NOT_LINKED);

    /** The parameters that only the library sets, whatever the browser sends. */
    private static final Set<String> RESERVED = Set.of(
            "client_id",
            "redirect_uri",
            "response_type",
            "response_mode",
            "state",
            "nonce",
            "code_challenge",
            "code_challenge_method",
            "request",
            "request_uri");

    private final OAuthProvider provider;
    private final OAuthSettings settings;
    private final ProviderCalls calls;
    private final ResolvedEndpoints endpoints;
    private final RedirectProxy proxy;
    private final Checks checks;
    private final FormPost formPost;
    private final StateParameter states;
    private final TokenVerification verification;
    private final CodeExchange codeExchange;
    private final IdentityMapper identityMapper;

    public OAuthMethod(OAuthProvider provider, OAuthSettings settings) {
        this.provider = provider;
        this.settings = settings;
        calls = new ProviderCalls(ProviderId.of(provider), provider.decorate(new Bulkhead(settings.http())));
        endpoints = new ResolvedEndpoints(provider, calls.to(Endpoint.DISCOVERY), settings.clock());
        var proxyUrl = provider.redirectProxyUrl() == null ? settings.redirectProxyUrl() : provider.redirectProxyUrl();
        proxy = new RedirectProxy(
                endpoints.answersByPost() ? null : proxyUrl, settings.redirectProxyOrigins(), provider.id());
        checks = new Checks(
                provider.id(), effective(provider.checks(), proxyUrl), settings.sealed(), settings.randomness());
        formPost = new FormPost(provider.id(), settings.sealed());
        states = new StateParameter(settings);
        verification = new TokenVerification(provider, calls, endpoints, settings.clock());
        codeExchange = new CodeExchange(provider, settings, calls, endpoints, verification);
        identityMapper = new IdentityMapper(provider, settings, calls.to(Endpoint.OTHER));
    }

    private static Set<Check> effective(Set<Check> configured, @Nullable String proxyUrl) {
        var all = EnumSet.noneOf(Check.class);
        all.addAll(configured);
        if (proxyUrl != null) all.add(Check.STATE);
        return all;
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    @Override
    public SignInStart begin(MethodRequest request) {
        return step(ErrorType.AUTH_ERROR, () -> authorizationRequest(request));
    }

    private SignInStart authorizationRequest(MethodRequest request) {
        // Before discovery, whose failure would hide this one.
        var clientId = clientId();
        var url = endpoints
                .authorization()
                .set("response_type", "code")
                .set("client_id", clientId)
                .set("redirect_uri", proxy.redirectUri(request))
                .setAll(endpoints.authorizationParameters())
                .setAll(chosenByBrowser(request));
        var cookies = new ArrayList<Cookie>();
        boolean crossSite = endpoints.answersByPost();
        boolean nonce = checks.has(Check.NONCE) || lacksPkce();
        url = withState(url, request, crossSite, cookies);
        url = withPkce(url, request, nonce, crossSite, cookies);
        if (nonce) url = withNonce(url, request, crossSite, cookies);
        if (provider.isOidc() && !url.parameters().containsKey("scope"))
            url = url.set("scope", ResolvedEndpoints.OIDC_SCOPE);
        OAuthSteps.redirect(url);
        return new SignInStart(WebUrl.escape(url.toString()), cookies);
    }

    private QueryUrl withState(QueryUrl url, MethodRequest request, boolean crossSite, List<Cookie> cookies) {
        var origin = proxy.origin(request);
        if (!checks.has(Check.STATE)) return url;
        var state = states.make(origin);
        cookies.add(checks.remember(request, AuthCookie.STATE, state, crossSite));
        return url.set("state", state);
    }

    private QueryUrl withPkce(
            QueryUrl url, MethodRequest request, boolean nonce, boolean crossSite, List<Cookie> cookies) {
        if (!checks.has(Check.PKCE)) return url;
        var verifier = checks.random();
        cookies.add(checks.rememberVerifier(request, verifier, nonce, crossSite));
        return url.set("code_challenge", Checks.challenge(verifier)).set("code_challenge_method", "S256");
    }

    private QueryUrl withNonce(QueryUrl url, MethodRequest request, boolean crossSite, List<Cookie> cookies) {
        var nonce = checks.random();
        cookies.add(checks.remember(request, AuthCookie.NONCE, nonce, crossSite));
        return url.set("nonce", nonce);
    }

    /** An OpenID provider that does not announce PKCE may ignore it; the nonce then does its work. */
    private boolean lacksPkce() {
        return provider.isOidc()
                && checks.has(Check.PKCE)
                && endpoints.discoversAuthorization()
                && !endpoints.discovered().announcesS256();
    }

    private static Map<String, String> chosenByBrowser(MethodRequest request) {
        var chosen = new LinkedHashMap<>(request.authRequest().query());
        chosen.keySet().removeIf(RESERVED::contains);
        return chosen;
    }

    @Override
    public Outcome complete(MethodRequest request) {
        return step(ErrorType.CALLBACK_ROUTE_ERROR, () -> {
            AuthorizationResponse.requireOnce(request.repeated());
            var params = params(request);
            OAuthSteps.returned(provider, params);
            var elsewhere = passOn(request, params);
            return elsewhere.isPresent() ? elsewhere.get() : verify(request, params);
        });
    }

    private Map<String, String> params(MethodRequest request) {
        return endpoints.answersByPost()
                ? formPost.params(request)
                : request.authRequest().query();
    }

    /**
     * What another site's post of an answer is answered with: the way to the same address by GET, and the cookie that
     * holds the answer until then. Empty where the post is to be answered itself, as a malformed one is.
     */
    @Override
    public Optional<InternalResponse> carryOver(MethodRequest request) {
        if (!endpoints.answersByPost() || AuthorizationResponse.isRepeated(request.repeated())) {
            return Optional.empty();
        }
        var url = request.providerCallbackUrl(provider.id());
        return formPost.carryOver(request).map(cookie -> InternalResponse.redirect(url, List.of(cookie)));
    }

    /** At the redirect proxy: the sign-in began on another host, which gets the answer as it came. */
    private Optional<Outcome> passOn(MethodRequest request, Map<String, String> params) {
        var state = params.get("state");
        if (!proxy.isHere(request) || state == null) return Optional.empty();
        return states.origin(state, provider.id())
                .flatMap(WebUrl::parse)
                .filter(origin -> !origin.origin().equals(request.authRequest().origin()))
                .map(this::known)
                .map(origin -> new Outcome.ForwardToOrigin(plain(origin) + "?" + Form.encode(params), List.of()));
    }

    private WebUrl known(WebUrl target) {
        proxy.requireKnown(target);
        OAuthSteps.forward(target);
        return target;
    }

    private static String plain(WebUrl origin) {
        return origin.path().equals("/") ? origin.origin() : origin.origin() + origin.path();
    }

    private Outcome verify(MethodRequest request, Map<String, String> params) {
        var answer = new AuthorizationResponse(params, provider.id());
        var recalled = recall(request, answer);
        var server = endpoints.server();
        answer.validate(server);
        var result = codeExchange.redeem(
                new CodeExchange.Input(params, answer, server, proxy.redirectUri(request), recalled));
        var tokens = TokenSet.of(IdentityMapper.withExpiry(
                result.tokens(), settings.clock().instant().getEpochSecond()));
        var profile =
                Profile.of(IdentityMapper.withAnswer(result.profile(), provider.answerProfile(Claims.of(params))));
        var mapped = identityMapper.of(profile, tokens);
        var cleared = cleared(request, recalled.used());
        return new VerifiedIdentity(
                        TRAITS,
                        new VerifiedIdentity.Subject(mapped.user(), mapped.account(), mapped.stored()),
                        VerifiedIdentity.Evidence.of(
                                new Proof(provider.type().wire(), List.of("fed"), result.authTime()),
                                profile,
                                result.idToken()),
                        new VerifiedIdentity.Completion(cleared))
                .beginner(recalled.beginner());
    }

    /** Before the provider is asked anything: an answer to a sign-in that this browser did not begin costs no call. */
    private Checks.CheckValues recall(MethodRequest request, AuthorizationResponse answer) {
        var state = checks.recallState(request);
        requireState(answer, state.text("value"));
        try {
            return checks.recall(request, state);
        } catch (AuthException e) {
            answer.refuseError();
            throw e;
        }
    }

    private void requireState(AuthorizationResponse answer, @Nullable String state) {
        try {
            answer.requireState(state);
        } catch (OAuthException e) {
            OAuthSteps.otherState(provider, answer.state());
            throw e;
        }
    }

    @Override
    public List<Cookie> abandoned(MethodRequest request) {
        return cleared(request, Checks.sent(request));
    }

    private static List<Cookie> cleared(MethodRequest request, List<AuthCookie> checks) {
        var cleared = new ArrayList<>(Checks.clear(request, checks));
        cleared.addAll(FormPost.clear(request));
        return cleared;
    }

    /**
     * Verifies a logout token of this provider.
     *
     * @throws OAuthException naming the rule that it violates
     */
    public LogoutTokenClaims.Logout verifyLogout(String token) {
        return verification.logout(token);
    }

    /**
     * Returns the issuer, as it was set or announced.
     *
     * @throws OAuthException if the provider's metadata is not available, or names none
     */
    public String issuer() {
        var issuer = provider.issuer() == null ? endpoints.server().issuer() : provider.issuer();
        if (issuer == null) throw new OAuthException("an OpenID provider needs an issuer; set issuer");
        return issuer;
    }

    /**
     * Returns where the browser ends its session at the provider (OpenID Connect RP-Initiated Logout, section 2); empty if
     * the provider announces no such endpoint.
     *
     * @param idToken by which the provider recognizes the session; {@code null} if it is not known
     * @param sid names the session where the ID token does not; {@code null} if it is not known
     * @param returnTo where the browser comes back
     * @param state comes back with it
     * @throws OAuthException if the provider's metadata is not available, or names an endpoint that would get the ID
     *     token in clear text
     */
    public Optional<String> endSession(@Nullable String idToken, @Nullable String sid, String returnTo, String state) {
        if (!endpoints.isDiscoverable()) return Optional.empty();
        return endpoints.discovered().endSessionEndpoint().map(endpoint -> {
            if (isHttps(issuer()) && !isHttps(endpoint))
                throw new OAuthException("the announced end_session_endpoint is not https");
            var url = QueryUrl.of(endpoint)
                    .set("client_id", clientId())
                    .set("post_logout_redirect_uri", returnTo)
                    .set("state", state);
            if (idToken != null) url = url.set("id_token_hint", idToken);
            else if (sid != null) url = url.set("logout_hint", sid);
            OAuthSteps.redirect(url);
            return WebUrl.escape(url.toString());
        });
    }

    private static boolean isHttps(String url) {
        return WebUrl.parse(url).filter(WebUrl::isHttps).isPresent();
    }

    private String clientId() {
        var id = provider.clientId();
        if (id == null)
            throw new OAuthException(provider.missingCredentials().get(0).message());
        return id;
    }

    private <T> T step(ErrorType type, Supplier<T> work) {
        try {
            return work.get();
        } catch (AuthException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new AuthException(type, e.getMessage(), e, provider.id());
        }
    }
}
