package dev.cardea.internal.engine;

import dev.cardea.action.AuthRequest;
import dev.cardea.action.InternalResponse;
import dev.cardea.action.Redirect;
import dev.cardea.action.SessionRead;
import dev.cardea.action.SignIn;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.UserChange;
import dev.cardea.error.AuthException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.AuthorizedParams;
import dev.cardea.hook.Decision;
import dev.cardea.hook.Events;
import dev.cardea.http.Cookie;
import dev.cardea.http.Request;
import dev.cardea.internal.config.Site;
import dev.cardea.internal.flow.CrossSitePost;
import dev.cardea.internal.flow.SessionReplacement;
import dev.cardea.internal.flow.SignInFlow;
import dev.cardea.internal.limit.RateLimitGuard;
import dev.cardea.internal.method.MethodRequest;
import dev.cardea.internal.session.CurrentLogin;
import dev.cardea.internal.session.EventPublisher;
import dev.cardea.internal.session.SessionResult;
import dev.cardea.internal.session.SessionStrategy;
import dev.cardea.json.Claims;
import dev.cardea.limit.Limit;
import dev.cardea.model.Login;
import dev.cardea.model.Session;
import dev.cardea.model.User;
import dev.cardea.module.CountedAttempt;
import dev.cardea.module.ModulePage;
import dev.cardea.module.Proof;
import dev.cardea.module.Route;
import dev.cardea.module.RouteRequest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Calls the routes that are not built into the dispatcher. Their name, method and CSRF token have been checked. */
final class FurtherRoutes {
    private final Site site;
    private final SessionStrategy sessions;
    private final SignInMethods methods;
    private final SignInFlow flow;
    private final AccountActions accounts;
    private final Map<String, OwnAnswer> ownRoutes;
    private final OriginGate originGate;
    private final RateLimitGuard rateLimitGuard;
    private final PageRoutes pages;
    private final EventPublisher publisher;
    private final @Nullable Store store;
    private final @Nullable SessionReplacement replacement;

    /** Answers one of Cardea's own routes. */
    interface OwnAnswer {
        InternalResponse answer(RouteRequest call, OriginGate.AcceptedRequest accepted);
    }

    /** Begins a sign-in by a post for which the route vouches: it needs no token. */
    interface SignInStart {
        InternalResponse begin(OriginGate.AcceptedRequest post);
    }

    /**
     * @param ownRoutes Cardea's own, by name
     * @param store {@code null} if there is none, and then without {@code replacement}
     */
    FurtherRoutes(
            Site site,
            SessionStrategy sessions,
            SignInMethods methods,
            SignInFlow flow,
            AccountActions accounts,
            Map<String, OwnAnswer> ownRoutes,
            OriginGate originGate,
            RateLimitGuard rateLimitGuard,
            PageRoutes pages,
            EventPublisher publisher,
            @Nullable Store store,
            @Nullable SessionReplacement replacement) {
        this.site = site;
        this.sessions = sessions;
        this.methods = methods;
        this.flow = flow;
        this.accounts = accounts;
        this.ownRoutes = ownRoutes;
        this.originGate = originGate;
        this.rateLimitGuard = rateLimitGuard;
        this.pages = pages;
        this.publisher = publisher;
        this.store = store;
        this.replacement = replacement;
    }

    /** Returns the route that a request is for; empty for an action. */
    Optional<Route> route(AuthRequest request) {
        return site.settings().route(request);
    }

    InternalResponse answer(
            Route route,
            OriginGate.AcceptedRequest accepted,
            @Nullable String csrfToken,
            String callbackUrl,
            SignInStart signIns) {
        var call = new Call(route, accepted, csrfToken, callbackUrl, signIns);
        var own = ownRoutes.get(route.name());
        return own == null ? route.answer(call) : own.answer(call, accepted);
    }

    /** @throws AuthException if the request may change something and the browser does not report a page of this site */
    void requireSameOrigin(AuthRequest request) {
        if (!request.mayChange()) return;
        if (CrossSitePost.isSameOrigin(request.http(), request.origin(), site.settings().allowedOrigins)) return;
        throw new AuthException(
                ErrorType.MISSING_CSRF,
                "according to Sec-Fetch-Site or Origin, the request didn't come from a page of this site");
    }

    private final class Call implements RouteRequest, OwnAccount.Source {
        private final Route route;
        private final OriginGate.AcceptedRequest accepted;
        private final AuthRequest request;
        private final @Nullable String csrfToken;
        private final String callbackUrl;
        private final SignInStart signIns;
        private @Nullable User updated;

        /** As the store has it; empty once the request has changed it. */
        private Optional<CurrentLogin> current = Optional.empty();

        Call(
                Route route,
                OriginGate.AcceptedRequest accepted,
                @Nullable String csrfToken,
                String callbackUrl,
                SignInStart signIns) {
            this.route = route;
            this.accepted = accepted;
            request = accepted.request();
            this.csrfToken = csrfToken;
            this.callbackUrl = callbackUrl;
            this.signIns = signIns;
        }

        @Override
        public AuthRequest request() {
            return request;
        }

        @Override
        public Request received() {
            return accepted.received();
        }

        @Override
        public @Nullable String csrfToken() {
            return csrfToken;
        }

        @Override
        public String callbackUrl() {
            return callbackUrl;
        }

        @Override
        public Optional<Session> session() {
            return Optional.ofNullable(ServerView.of(read(SessionStrategy.Reissue.NEVER)));
        }

        @Override
        public Optional<Login> login() {
            current = sessions.login(accepted.sessionCookie());
            return current.flatMap(CurrentLogin::login);
        }

        @Override
        public Optional<OwnAccount> ownAccount() {
            var login = current.or(() -> sessions.logins().current(accepted.sessionCookie()));
            return accounts.ownAccount(login, accepted, signIn -> {
                var started = signIn(signIn);
                return new Redirect(Objects.requireNonNull(started.redirect()), started.cookies());
            });
        }

        @Override
        public Store store() {
            if (store != null) return store;
            throw new ConfigurationException(
                    ErrorType.MISSING_ADAPTER, "the route " + route.name() + " needs an adapter; set adapter");
        }

        @Override
        public InternalResponse signIn(SignIn signIn) {
            var back = signIn.redirectTo() == null ? callbackUrl : signIn.redirectTo();
            return methods.target(signIn, site.paths().basePath())
                    .map(target -> signIns.begin(post(target, signIn.fields().with("callbackUrl", back))))
                    .orElseGet(() -> InternalResponse.redirect(signInUrl(back), List.of()));
        }

        private OriginGate.AcceptedRequest post(String target, Claims fields) {
            return accepted.with(AuthRequest.parse(
                    SignInMethods.post(request.http(), target, fields),
                    request.origin(),
                    site.paths().basePath()));
        }

        @Override
        public List<Cookie> reopen(Consumer<Store> change, BiConsumer<Store, String> opened) {
            var ignored = store();
            current = Optional.empty();
            return Objects.requireNonNull(replacement)
                    .reopen(methodRequest(), change, opened, () -> Optional.ofNullable(updated));
        }

        @Override
        public List<Cookie> replaceSession(BiConsumer<Store, String> opened) {
            var ignored = store();
            current = Optional.empty();
            return Objects.requireNonNull(replacement).replace(methodRequest(), opened);
        }

        @Override
        public User updateUser(Store unit, UserChange change) {
            var user = unit.updateUser(change);
            updated = user;
            current = Optional.empty();
            unit.afterUnit(
                    () -> publisher.publish((events, cause) -> events.updateUser(new Events.UpdateUser(user, cause))));
            return user;
        }

        @Override
        public List<Cookie> updateUser(UserChange change) {
            var login = sessions.logins()
                    .current(accepted.sessionCookie())
                    .filter(it -> change.id().equals(it.user().id()))
                    .orElseThrow(() -> new AuthException(ErrorType.ACCESS_DENIED, "this user isn't signed in"));
            return sessions.changed(login.changed(updateUser(store(), change)), accepted.sessionCookie());
        }

        @Override
        public SessionRead renewedSession() {
            var read = read(SessionStrategy.Reissue.WHEN_DUE);
            read.renewal().sent();
            return new SessionRead(Optional.ofNullable(ServerView.of(read)), read.cookies());
        }

        private SessionResult read(SessionStrategy.Reissue reissue) {
            var read = sessions.read(accepted.sessionCookie(), null, reissue);
            ServerView.requireAnswered(read);
            return read;
        }

        @Override
        public InternalResponse resume(String userId, String sealed, List<Proof> proofs) {
            return flow.resume(userId, sealed, proofs, methodRequest());
        }

        private MethodRequest methodRequest() {
            return new MethodRequest(request, accepted.cookies(), callbackUrl)
                    .clientAddress(() -> originGate.client(accepted));
        }

        @Override
        public Locale locale() {
            return pages.locale(methodRequest());
        }

        @Override
        public InternalResponse page(int status, ModulePage page) {
            return pages.ofModule(methodRequest(), status, page);
        }

        @Override
        public boolean isAuthorized(Request other, @Nullable Session session) {
            var params = new AuthorizedParams(session, other, accounts.page(accepted, other));
            var decision = site.settings().callbacks.authorized().apply(params);
            return decision instanceof Decision.Allow;
        }

        @Override
        public InternalResponse forbidden(Request other, @Nullable Session session) {
            return ForbiddenResponder.answer(site, other, session, request.origin());
        }

        @Override
        public String signInUrl(String afterwards) {
            return PageAddress.signIn(site, request.origin(), afterwards);
        }

        @Override
        public void publishAccountChange(String kind, String userId, Claims details) {
            publisher.accountChanged(kind, userId, details);
        }

        @Override
        public CountedAttempt countAttempt(Limit limit) {
            return rateLimitGuard.route(route.name(), limit, originGate.client(request))::refund;
        }

        @Override
        public CountedAttempt countAttempt(String name, String owner, Limit limit) {
            return rateLimitGuard.module(name, owner, limit)::refund;
        }
    }
}
