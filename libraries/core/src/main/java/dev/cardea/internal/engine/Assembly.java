package dev.cardea.internal.engine;

import dev.cardea.action.OriginPattern;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.http.HttpHandler;
import dev.cardea.internal.config.OwnRoute;
import dev.cardea.internal.config.SessionCheckRoute;
import dev.cardea.internal.config.Settings;
import dev.cardea.internal.config.Site;
import dev.cardea.internal.cookie.SealedCookies;
import dev.cardea.internal.engine.FurtherRoutes.OwnAnswer;
import dev.cardea.internal.flow.Csrf;
import dev.cardea.internal.flow.LogoutHints;
import dev.cardea.internal.flow.PausedSignIns;
import dev.cardea.internal.flow.Redirects;
import dev.cardea.internal.flow.Registrar;
import dev.cardea.internal.flow.SessionReplacement;
import dev.cardea.internal.flow.SignInFlow;
import dev.cardea.internal.flow.SignOutFlow;
import dev.cardea.internal.limit.RateLimitGuard;
import dev.cardea.internal.method.SignInMethod;
import dev.cardea.internal.method.credentials.CredentialsMethod;
import dev.cardea.internal.method.email.EmailMethod;
import dev.cardea.internal.method.oauth.OAuthMethod;
import dev.cardea.internal.method.oauth.OAuthSettings;
import dev.cardea.internal.method.webauthn.WebAuthnMethod;
import dev.cardea.internal.oauth.OutboundHttp;
import dev.cardea.internal.oauth.PublicOnlyHttpClient;
import dev.cardea.internal.page.AddressMethods;
import dev.cardea.internal.session.DatabaseSessions;
import dev.cardea.internal.session.ElapsedTime;
import dev.cardea.internal.session.EventPublisher;
import dev.cardea.internal.session.SessionStrategy;
import dev.cardea.internal.session.SessionTokens;
import dev.cardea.internal.session.TokenSessions;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.provider.ProviderLogout.RpInitiated;
import dev.cardea.provider.WebAuthnProvider;
import dev.cardea.token.EncryptedJwt;
import dev.cardea.token.JwtCodec;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes the parts of an engine from a configuration, each from what it uses. Nothing keeps it. */
public final class Assembly {
    private final Settings settings;
    private final Site site;
    private final boolean byRequest;
    private final @Nullable Store store;
    private final EncryptedJwt sealing;
    private final EventPublisher publisher;
    private final OriginGate originGate;
    private final RateLimitGuard rateLimitGuard;
    private final RequestSteps steps;
    private final Redirects redirects;
    private final PageRoutes pages;

    private Assembly(Site site, boolean byRequest, SharedState shared) {
        this.site = site;
        settings = site.settings();
        this.byRequest = byRequest;
        store = settings.adapter == null ? null : new Store(settings.adapter, settings.clock);
        sealing = new EncryptedJwt(settings.clock, settings.randomness);
        publisher = new EventPublisher(settings.events, settings.moduleEvents, settings.logger);
        originGate = new OriginGate(site);
        rateLimitGuard = new RateLimitGuard(
                settings.rateLimits, shared.counter(settings.clock), settings.secret, publisher::log);
        steps = new RequestSteps(site, shared, publisher);
        redirects = new Redirects(settings.callbacks, site.paths().home(), settings.allowedOrigins.all());
        pages = new PageRoutes(site);
    }

    /**
     * Makes the engine of a configuration.
     *
     * @param contextPath of the application; empty for none
     * @param byRequest whether a function of the request made the configuration; its providers are then reached at
     *     public addresses only
     */
    public static AuthEngine engine(Settings settings, String contextPath, boolean byRequest, SharedState shared) {
        return new Assembly(Site.of(settings, contextPath), byRequest, shared).engine();
    }

    private AuthEngine engine() {
        var sessions = sessions();
        var factory = new MethodFactory(sessions);
        var methods = new SignInMethods(settings.providers, factory);
        var sealedCookies = new SealedCookies(sealing, settings.tokenSecrets(), settings.clock);
        var logoutHints = new LogoutHints(
                sealedCookies, factory.federated.keySet(), site.paths().basePath(), settings.session.maxAge());
        var federatedLogout = new FederatedLogout(
                factory.federated, logoutHints, sealedCookies, redirects, settings.randomness, publisher);
        var flow = signInFlow(sessions, factory, methods, logoutHints);
        var signIns = new SignInRoutes(
                methods,
                flow,
                pages,
                new LinkingUser(methods, store, sessions.logins(), publisher),
                rateLimitGuard,
                originGate);
        var signOutFlow = new SignOutFlow(sessions, publisher);
        var accounts = new AccountActions(site, originGate, steps, sessions, store, methods, publisher);
        var furtherRoutes = new FurtherRoutes(
                site,
                sessions,
                methods,
                flow,
                accounts,
                ownRoutes(sessions, factory, methods, federatedLogout, signIns),
                originGate,
                rateLimitGuard,
                pages,
                publisher,
                store,
                store == null ? null : new SessionReplacement(store, sessions, settings.clock, publisher));
        var forBrowsers = dispatcher(
                methods,
                csrf(settings.skipCsrfCheck, settings.allowCrossSitePosts),
                signIns,
                new SessionRoutes(sessions, signOutFlow, federatedLogout, settings.callbacks, false),
                furtherRoutes);
        var forCode = dispatcher(
                methods,
                csrf(true, true),
                signIns,
                new SessionRoutes(sessions, signOutFlow, federatedLogout, settings.callbacks, true),
                furtherRoutes);
        var browsers = new BrowserEndpoint(site, originGate, forBrowsers, publisher);
        return new AuthEngine(
                site,
                steps,
                browsers,
                bridge(browsers, forCode, sessions),
                new ServerActions(
                        site,
                        originGate,
                        steps,
                        sessions,
                        methods,
                        redirects,
                        signOutFlow,
                        federatedLogout,
                        accounts,
                        forCode),
                accounts,
                settings.adapter == null ? null : new StoreProbe(settings.adapter));
    }

    private SessionStrategy sessions() {
        return switch (settings.strategy) {
            case JWT ->
                TokenSessions.unrecorded(
                        sessionTokens(), settings.session, settings.callbacks, publisher, settings.clock, store);
            case REVOCABLE ->
                TokenSessions.revocable(
                        sessionTokens(),
                        settings.session,
                        settings.callbacks,
                        publisher,
                        settings.clock,
                        new ElapsedTime(settings.clock, settings.nanos),
                        settings.randomness,
                        Objects.requireNonNull(store));
            case DATABASE -> databaseSessions();
        };
    }

    private SessionStrategy databaseSessions() {
        var options = settings.session;
        Supplier<String> own = options.generateSessionToken();
        return new DatabaseSessions(
                Objects.requireNonNull(store),
                options,
                settings.keepsRecords,
                settings.callbacks,
                publisher,
                settings.clock,
                own == null ? () -> settings.randomness.hex(32) : own);
    }

    private SessionTokens sessionTokens() {
        JwtCodec codec = settings.jwt.codec() == null ? sealing : settings.jwt.codec();
        return new SessionTokens(codec, settings.tokenSecrets(), settings.tokenMaxAge());
    }

    /** Those of them that are on are in the settings. */
    private Map<String, OwnAnswer> ownRoutes(
            SessionStrategy sessions,
            MethodFactory factory,
            SignInMethods methods,
            FederatedLogout federatedLogout,
            SignInRoutes signIns) {
        var routes = new HashMap<String, OwnAnswer>();
        routes.put(
                OwnRoute.LOGOUT.name(),
                (call, accepted) -> federatedLogout.answer(accepted.request(), accepted.cookies()));
        var initiated = new InitiatedLogin(factory.initiating, site, methods, signIns, redirects, publisher);
        routes.put(OwnRoute.INITIATE.name(), initiated::answer);
        if (store == null) return routes;
        var open = new SessionsEndpoint(sessions, store, settings.clock, publisher);
        var backchannel = new BackchannelLogout(factory.backChannels, sessions.storage(), store, publisher);
        var frontchannel = new FrontchannelLogout(factory.frontChannels, sessions.storage(), store);
        routes.put(OwnRoute.SESSIONS.name(), (call, accepted) -> open.answer(call, accepted.sessionCookie()));
        routes.put(SessionCheckRoute.NAME, (call, accepted) -> open.check(accepted.sessionCookie()));
        routes.put(OwnRoute.BACK_CHANNEL.name(), (call, accepted) -> backchannel.answer(call));
        routes.put(OwnRoute.FRONT_CHANNEL.name(), (call, accepted) -> frontchannel.answer(call));
        return routes;
    }

    private SignInFlow signInFlow(
            SessionStrategy sessions, MethodFactory factory, SignInMethods methods, LogoutHints logoutHints) {
        var registrar = new Registrar(
                store,
                sessions,
                publisher,
                settings.clock,
                factory.vouching,
                methods.traits(),
                new PausedSignIns(sealing, settings.tokenSecrets()),
                settings.signInStep);
        return new SignInFlow(
                settings.callbacks,
                redirects,
                registrar,
                sessions,
                publisher,
                store,
                site.pages().newUser(),
                logoutHints,
                factory.withheld);
    }

    private Csrf csrf(boolean isSkipped, boolean allowsCrossSite) {
        return new Csrf(settings.secret, settings.randomness, isSkipped, allowsCrossSite, settings.allowedOrigins);
    }

    private RequestDispatcher dispatcher(
            SignInMethods methods,
            Csrf csrf,
            SignInRoutes signIns,
            SessionRoutes sessionRoutes,
            FurtherRoutes furtherRoutes) {
        var actions = new ActionRoutes(signIns, sessionRoutes, pages, csrf, settings.logger);
        return new RequestDispatcher(
                originGate, methods, settings.application, csrf, redirects, actions, furtherRoutes);
    }

    private BridgeEndpoint bridge(BrowserEndpoint browsers, RequestDispatcher dispatcher, SessionStrategy sessions) {
        var core = new CoreDescription(site, sessions, sealing);
        return new BridgeEndpoint(site, originGate, browsers, dispatcher, sessions, pages, core, store, publisher);
    }

    private HttpHandler http() {
        if (settings.http != null) return settings.http;
        return byRequest ? new PublicOnlyHttpClient() : new OutboundHttp(settings.allowHttpIssuers);
    }

    /** Creates the sign-in method for a kind of provider. */
    private final class MethodFactory implements Provider.Cases<SignInMethod> {
        private final SessionStrategy sessions;
        private final OAuthSettings oauth;
        /** The providers that may vouch for an address, by id. */
        private final Map<String, OAuthProvider> vouching = new LinkedHashMap<>();

        /** The fields that only the provider of their form may see. */
        private final Set<String> withheld = new HashSet<>();

        /** The providers at which a sign-out may continue, by id. */
        private final Map<String, FederatedLogout.Participant> federated = new LinkedHashMap<>();
        /** The providers whose pages may end sessions, by id. */
        private final Map<String, OAuthMethod> frontChannels = new LinkedHashMap<>();
        /** The providers that may end sessions, by id. */
        private final Map<String, OAuthMethod> backChannels = new LinkedHashMap<>();
        /** The providers at which a sign-in may begin, by issuer. */
        private final Map<String, OAuthProvider> initiating = new LinkedHashMap<>();

        MethodFactory(SessionStrategy sessions) {
            this.sessions = sessions;
            oauth = new OAuthSettings(
                    http(),
                    settings.clock,
                    settings.randomness,
                    new SealedCookies(sealing, settings.tokenSecrets(), settings.clock),
                    sealing,
                    settings.tokenSecrets(),
                    settings.redirectProxyUrl,
                    settings.redirectProxyOrigins.stream()
                            .map(OriginPattern::parse)
                            .toList(),
                    store != null);
        }

        @Override
        public SignInMethod oauth(OAuthProvider provider) {
            vouching.put(provider.id(), provider);
            var method = new OAuthMethod(provider, oauth);
            var when = provider.logout().rpInitiated();
            if (when != RpInitiated.NEVER) federated.put(provider.id(), new FederatedLogout.Participant(method, when));
            if (provider.logout().frontChannel()) frontChannels.put(provider.id(), method);
            if (provider.logout().backChannel()) backChannels.put(provider.id(), method);
            if (provider.logout().initiateLogin()) initiating.put(String.valueOf(provider.issuer()), provider);
            return method;
        }

        @Override
        public SignInMethod email(EmailProvider provider) {
            return new EmailMethod(
                    provider,
                    Objects.requireNonNull(store),
                    settings.callbacks,
                    (url, origin) -> Redirects.location(redirects.ask(url, origin), origin),
                    (mailbox, request) -> rateLimitGuard.mail(mailbox, originGate.client(request)),
                    settings.secret,
                    new SealedCookies(sealing, settings.tokenSecrets(), settings.clock),
                    settings.randomness,
                    settings.clock,
                    settings.siteName,
                    site.theme(),
                    AddressMethods.of(settings.providers).withheldFromEmail());
        }

        @Override
        public SignInMethod credentials(CredentialsProvider provider) {
            withheld.addAll(provider.withheld());
            boolean needsStoredUser = sessions.traits().needsStoredUsers();
            boolean isLocked = settings.signInStep != null && store != null && store.has(UnitOfWork.class);
            return new CredentialsMethod(
                    provider, settings.randomness, needsStoredUser, needsStoredUser && !isLocked ? store : null);
        }

        @Override
        public SignInMethod webAuthn(WebAuthnProvider provider) {
            var step = settings.signInStep;
            // No browser makes a passkey for a visitor who is refused afterwards.
            boolean isClosed = step != null && !step.admitsNewUsers();
            return new WebAuthnMethod(
                    isClosed ? provider.signUp(false) : provider,
                    Objects.requireNonNull(store),
                    request -> sessions.logins().holder(request.sessionCookie()),
                    request -> sessions.logins()
                            .current(request.sessionCookie())
                            .map(login -> new WebAuthnMethod.ConfirmedUser(login.user(), login.cookies())),
                    new SealedCookies(sealing, settings.tokenSecrets(), settings.clock),
                    sealing,
                    settings.tokenSecrets(),
                    settings.randomness,
                    settings.clock,
                    settings.siteName);
        }
    }
}
