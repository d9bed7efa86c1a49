package dev.cardea.internal.engine;

import dev.cardea.action.AuthRequest;
import dev.cardea.action.OriginPattern;
import dev.cardea.adapter.AuthenticatorAdapter;
import dev.cardea.adapter.Store;
import dev.cardea.error.AuthException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.internal.config.Settings;
import dev.cardea.internal.config.Site;
import dev.cardea.internal.cookie.SealedCookies;
import dev.cardea.internal.cookie.SessionCookie;
import dev.cardea.internal.flow.LinkedAccounts;
import dev.cardea.internal.flow.Redirects;
import dev.cardea.internal.flow.Registrar;
import dev.cardea.internal.flow.SignInFlow;
import dev.cardea.internal.flow.SignOutFlow;
import dev.cardea.internal.method.MethodRequest;
import dev.cardea.internal.method.SignInMethod;
import dev.cardea.internal.method.Traits;
import dev.cardea.internal.method.credentials.CredentialsMethod;
import dev.cardea.internal.method.email.EmailMethod;
import dev.cardea.internal.method.oauth.OAuthMethod;
import dev.cardea.internal.method.oauth.OAuthSettings;
import dev.cardea.internal.method.webauthn.WebAuthnMethod;
import dev.cardea.internal.oauth.OutboundHttp;
import dev.cardea.internal.oauth.PublicOnlyHttpClient;
import dev.cardea.internal.session.ActiveSessions;
import dev.cardea.internal.session.DatabaseSessions;
import dev.cardea.internal.session.EventPublisher;
import dev.cardea.internal.session.JwtSessions;
import dev.cardea.internal.session.SessionStrategy;
import dev.cardea.model.User;
import dev.cardea.observe.Step;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.provider.RelyingParty;
import dev.cardea.provider.WebAuthnProvider;
import dev.cardea.token.EncryptedJwt;
import dev.cardea.token.JwtCodec;
import dev.cardea.token.Secrets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Creates the sign-in methods of one configuration, one for each provider, with the flow that they share. */
final class SignInMethods {
    private final Settings settings;
    private final Site site;
    private final BiConsumer<String, AuthRequest> mailAllowance;
    private final @Nullable Store store;
    private final EventPublisher publisher;
    private final Redirects redirects;
    private final EncryptedJwt sealing;
    private final Secrets jwtSecrets;
    private final SessionStrategy sessions;
    private final SignInFlow flow;
    private final SignOutFlow signOutFlow;
    private final Map<String, Provider> providers = new LinkedHashMap<>();
    private final Map<String, SignInMethod> methods = new LinkedHashMap<>();

    /** @param mailAllowance throws where no mail may go to this mailbox for this request */
    SignInMethods(Settings settings, Site site, boolean byRequest, BiConsumer<String, AuthRequest> mailAllowance) {
        this.settings = settings;
        this.site = site;
        this.mailAllowance = mailAllowance;
        store = settings.adapter == null ? null : new Store(settings.adapter);
        publisher = new EventPublisher(settings.events, settings.logger);
        redirects = new Redirects(settings.callbacks, site.paths().home(), settings.allowedOrigins.all());
        sealing = new EncryptedJwt(settings.clock, settings.randomness);
        jwtSecrets = settings.jwt.secret() == null ? settings.secret : settings.jwt.secret();
        sessions = newSessions();
        var factory = new Factory(http(byRequest));
        for (var provider : settings.providers) {
            providers.put(provider.id(), provider);
            methods.put(provider.id(), provider.accept(factory));
        }
        var registrar = new Registrar(store, sessions, publisher, settings.clock, factory.vouching, traits());
        flow = new SignInFlow(
                settings.callbacks,
                redirects,
                registrar,
                sessions,
                publisher,
                store,
                site.pages().newUser());
        signOutFlow = new SignOutFlow(sessions, keepsRows() ? Step.Strategy.DATABASE : Step.Strategy.JWT, publisher);
    }

    EventPublisher publisher() {
        return publisher;
    }

    Redirects redirects() {
        return redirects;
    }

    SessionStrategy sessions() {
        return sessions;
    }

    SignInFlow flow() {
        return flow;
    }

    SignOutFlow signOutFlow() {
        return signOutFlow;
    }

    /** The store, where there is one. */
    Optional<Store> store() {
        return Optional.ofNullable(store);
    }

    LinkedAccounts linkedAccounts() {
        return new LinkedAccounts(required(), traits());
    }

    /**
     * What a site needs to read and renew its tokens itself.
     *
     * @param cookie its name, the salt of the keys
     */
    TokenFacts tokenFacts(String cookie) {
        var updateAge = sessions instanceof JwtSessions tokens ? tokens.renewalAge() : settings.session.updateAge();
        // Only the core can read tokens of another codec.
        var keys = settings.jwt.codec() == null ? sealing.keyIds(jwtSecrets, cookie) : List.<String>of();
        return new TokenFacts(updateAge, tokenMaxAge(), keys);
    }

    /** @param keys names of the keys, newest first; empty where no site can read the tokens */
    record TokenFacts(Duration updateAge, Duration maxAge, List<String> keys) {}

    private Duration tokenMaxAge() {
        var own = settings.jwt.maxAge();
        return own == null ? settings.session.maxAge() : own;
    }

    /** @param during runs a change as part of the request that asks for it */
    ActiveSessions activeSessions(Consumer<Runnable> during) {
        return new ActiveSessions(sessions.stored(required()), settings.clock, publisher, during);
    }

    private Store required() {
        if (store != null) return store;
        throw new ConfigurationException(ErrorType.MISSING_ADAPTER, "accounts need an adapter; set adapter");
    }

    private boolean keepsRows() {
        return settings.keepsSessionRows();
    }

    Optional<Provider> provider(String id) {
        return Optional.ofNullable(providers.get(id));
    }

    SignInMethod method(Provider provider) {
        return Objects.requireNonNull(methods.get(provider.id()));
    }

    /** Returns the passkeys of the user whom this cookie signs in. */
    Optional<PasskeyOwner> passkeyOwner(SessionCookie cookie, String origin, Request http) {
        if (store == null || !store.has(AuthenticatorAdapter.class)) return Optional.empty();
        return sessions.current(cookie)
                .map(login -> new PasskeyOwner(
                        store,
                        linkedAccounts(),
                        settings.providers,
                        provider -> provider.relyingParty(RelyingParty.of(origin), http)
                                .id(),
                        login.user()));
    }

    /**
     * Returns the user to whom a sign-in that begins now links an account, for the sign-in page. If the store fails, the page
     * is shown without: a sign-in cannot begin then.
     */
    Optional<User> linksTo(SessionCookie cookie) {
        if (store == null || methods.values().stream().noneMatch(SignInMethods::links)) return Optional.empty();
        try {
            return sessions.holder(cookie).map(User::id).flatMap(store::getUser);
        } catch (AuthException e) {
            publisher.log(e);
            return Optional.empty();
        }
    }

    private static boolean links(SignInMethod method) {
        return method.traits().registration() == Traits.Registration.BY_ACCOUNT;
    }

    private SessionStrategy newSessions() {
        var options = settings.session;
        if (keepsRows()) {
            Supplier<String> own = options.generateSessionToken();
            return new DatabaseSessions(
                    Objects.requireNonNull(store),
                    settings.callbacks,
                    publisher,
                    settings.clock,
                    options.maxAge(),
                    options.updateAge(),
                    own == null ? () -> settings.randomness.hex(32) : own);
        }
        JwtCodec codec = settings.jwt.codec() == null ? sealing : settings.jwt.codec();
        return new JwtSessions(
                codec,
                jwtSecrets,
                settings.callbacks,
                publisher,
                settings.clock,
                options.maxAge(),
                tokenMaxAge(),
                options.updateAge(),
                store);
    }

    private Map<String, Traits> traits() {
        Map<String, Traits> traits = new LinkedHashMap<>();
        methods.forEach((id, method) -> traits.put(id, method.traits()));
        return traits;
    }

    private HttpHandler http(boolean byRequest) {
        if (settings.http != null) return settings.http;
        return byRequest ? new PublicOnlyHttpClient() : new OutboundHttp(settings.allowHttpIssuers);
    }

    /** Creates the sign-in method for a kind of provider. */
    private final class Factory implements Provider.Cases<SignInMethod> {
        private final OAuthSettings oauth;
        /** The providers that may vouch for an address, by id. */
        private final Map<String, OAuthProvider> vouching = new LinkedHashMap<>();

        Factory(HttpHandler http) {
            oauth = new OAuthSettings(
                    http,
                    settings.clock,
                    settings.randomness,
                    new SealedCookies(sealing, jwtSecrets, settings.clock),
                    sealing,
                    jwtSecrets,
                    settings.redirectProxyUrl,
                    settings.redirectProxyOrigins.stream()
                            .map(OriginPattern::parse)
                            .toList(),
                    store != null);
        }

        @Override
        public SignInMethod oauth(OAuthProvider provider) {
            vouching.put(provider.id(), provider);
            return new OAuthMethod(provider, oauth);
        }

        @Override
        public SignInMethod email(EmailProvider provider) {
            return new EmailMethod(
                    provider,
                    Objects.requireNonNull(store),
                    settings.callbacks,
                    (url, origin) -> Redirects.location(redirects.ask(url, origin), origin),
                    mailAllowance,
                    settings.secret,
                    new SealedCookies(sealing, jwtSecrets, settings.clock),
                    settings.randomness,
                    settings.clock,
                    settings.siteName,
                    site.theme());
        }

        @Override
        public SignInMethod credentials(CredentialsProvider provider) {
            return new CredentialsMethod(provider, settings.randomness, keepsRows() ? store : null);
        }

        private static SessionCookie cookie(MethodRequest request) {
            return SessionCookie.read(request.cookies(), request.authRequest().cookies());
        }

        @Override
        public SignInMethod webAuthn(WebAuthnProvider provider) {
            return new WebAuthnMethod(
                    provider,
                    Objects.requireNonNull(store),
                    request -> sessions.holder(cookie(request)),
                    request -> sessions.current(cookie(request))
                            .map(login -> new WebAuthnMethod.ConfirmedUser(login.user(), login.cookies())),
                    new SealedCookies(sealing, jwtSecrets, settings.clock),
                    sealing,
                    jwtSecrets,
                    settings.randomness,
                    settings.clock,
                    settings.siteName);
        }
    }
}
