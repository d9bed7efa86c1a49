package dev.cardea;

import dev.cardea.action.AuthAction;
import dev.cardea.action.AuthRequest;
import dev.cardea.action.BadRequestException;
import dev.cardea.action.InternalResponse;
import dev.cardea.action.OriginPolicy;
import dev.cardea.bridge.BridgeCall;
import dev.cardea.bridge.BridgeGate;
import dev.cardea.bridge.BridgeMode;
import dev.cardea.bridge.BridgeRefusedException;
import dev.cardea.bridge.BridgeSigner;
import dev.cardea.cookie.AuthCookie;
import dev.cardea.cookie.AuthCookies;
import dev.cardea.cookie.SessionCookie;
import dev.cardea.error.AdapterException;
import dev.cardea.error.AuthException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.flow.Csrf;
import dev.cardea.flow.Redirects;
import dev.cardea.hook.AuthorizedParams;
import dev.cardea.hook.Decision;
import dev.cardea.http.Cookie;
import dev.cardea.http.Form;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import dev.cardea.json.Claims;
import dev.cardea.limit.RateLimiter;
import dev.cardea.limit.Turnstile;
import dev.cardea.method.SignInMethod;
import dev.cardea.method.Visit;
import dev.cardea.method.webauthn.WebAuthnMethod;
import dev.cardea.model.Session;
import dev.cardea.model.User;
import dev.cardea.net.IpAddress;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.Provider;
import dev.cardea.session.ReadSession;
import dev.cardea.session.SessionStrategy;
import dev.cardea.session.Telling;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One configuration at work: from a request to the action that answers it. */
final class Engine {
    private final AuthConfig config;
    private final Rooms rooms;
    private final OriginPolicy origins;
    private final OriginPolicy vouched;
    private final @Nullable BridgeGate bridge;
    private final Turnstile turnstile;
    private final AuthCookies plainCookies;
    private final AuthCookies secureCookies;
    private final Csrf csrf;
    private final PageActions pages;

    /**
     * @param byRequest the configuration came out of a function of the request, so its providers are nobody's choice here
     * @param counter counts tries unless the configuration names somebody
     */
    Engine(AuthConfig config, boolean byRequest, RateLimiter counter) {
        this.config = config;
        origins = new OriginPolicy(
                Optional.ofNullable(config.url).flatMap(WebUrl::parse).orElse(null),
                config.trustHost,
                config.trustedProxies,
                config.allowedHosts);
        vouched = origins.vouched();
        turnstile = new Turnstile(
                config.rateLimits,
                counter,
                config.secret,
                error -> new Telling(config.events, config.logger).log(error));
        rooms = new Rooms(
                config,
                byRequest,
                (mailbox, request) -> turnstile.mail(mailbox, origins.clientAddress(request.http())));
        plainCookies = new AuthCookies(false, config.cookies);
        secureCookies = new AuthCookies(true, config.cookies);
        csrf = new Csrf(config.secret, config.randomness, config.skipCsrfCheck, config.allowCrossSitePosts);
        bridge = config.bridge ? new BridgeGate(config.secret, config.clock, rooms.spentTokens()) : null;
        pages = new PageActions(config);
    }

    AuthConfig config() {
        return config;
    }

    /** A request that was understood and whose origin is trusted. */
    private record Entered(AuthRequest request, AuthCookies cookies) {}

    Response handle(Request http) {
        return http.headers().has(BridgeSigner.HEADER) ? bridged(http) : browser(http, origins);
    }

    private Response browser(Request http, OriginPolicy policy) {
        Entered entered;
        try {
            entered = enter(http, policy);
        } catch (BadRequestException e) {
            rooms.telling().log(new AuthException(ErrorType.UNKNOWN_ACTION, e.getMessage()));
            return Answers.badRequest();
        } catch (ConfigurationException e) {
            return BrokenConfiguration.of(e, config).answer(http);
        }
        var act = new Act(entered, csrf, false);
        try {
            return Answers.write(act.dispatch(), entered.request.returnsRedirect());
        } catch (RuntimeException e) {
            return new Failure(config, entered.request, rooms.telling())
                    .answer(asAuthException(e, entered.request), act.failureCookies());
        }
    }

    /** A signature that is not good is refused: what it was meant to vouch for is nobody's word then. */
    private Response bridged(Request http) {
        if (bridge == null) return BridgeAnswers.refused("the bridge is off; set bridge");
        BridgeCall call;
        try {
            call = bridge.open(http);
        } catch (BridgeRefusedException e) {
            rooms.telling().warn("bridge-refused");
            return BridgeAnswers.refused(e.getMessage());
        } catch (AuthException e) {
            rooms.telling().log(e);
            return BridgeAnswers.error(e, null, List.of());
        }
        var policy = call.assertsOrigin() ? vouched : origins;
        return call.mode() == BridgeMode.FORWARD ? browser(call.request(), policy) : told(call, policy);
    }

    private Response told(BridgeCall call, OriginPolicy policy) {
        Entered entered;
        try {
            entered = enter(call.request(), policy);
        } catch (BadRequestException e) {
            var error = new AuthException(ErrorType.UNKNOWN_ACTION, e.getMessage());
            rooms.telling().log(error);
            return BridgeAnswers.badRequest(error);
        } catch (ConfigurationException e) {
            rooms.telling().log(e);
            return BridgeAnswers.error(e, null, List.of());
        }
        var act = new Act(entered, new Csrf(config.secret, config.randomness, true, true), true);
        try {
            return call.mode() == BridgeMode.READ ? look(entered) : BridgeAnswers.of(act.dispatch());
        } catch (RuntimeException e) {
            return new Failure(config, entered.request, rooms.telling())
                    .toBridge(asAuthException(e, entered.request), act.failureCookies());
        }
    }

    /** What can be asked without changing anything. */
    private Response look(Entered entered) {
        var request = entered.request;
        if (!request.isPost() && request.action() == AuthAction.PROVIDERS) {
            boolean secure = entered.cookies == secureCookies;
            return BridgeAnswers.describing(rooms.describe(request).body(), config, entered.cookies, secure);
        }
        if (request.isPost() || request.action() != AuthAction.SESSION) {
            throw new AuthException(ErrorType.UNKNOWN_ACTION, "only GET session and GET providers are read");
        }
        var read = rooms.sessions().look(SessionCookie.read(entered.cookies, request.cookies()));
        if (read.failure() != null) throw storeFailure(read.failure());
        return BridgeAnswers.session(serverView(read));
    }

    /** @throws AuthException where the request is refused */
    InternalResponse raw(Request http) {
        try {
            return new Act(enter(http, origins), csrf, false).dispatch();
        } catch (BadRequestException e) {
            rooms.telling().log(new AuthException(ErrorType.UNKNOWN_ACTION, e.getMessage()));
            return InternalResponse.json(400, "Bad request.", List.of());
        } catch (AuthException e) {
            rooms.telling().log(e);
            throw e;
        }
    }

    private Entered enter(Request http, OriginPolicy policy) {
        var judged = policy.judge(http);
        var request = AuthRequest.parse(policy.asSent(http, judged.origin()), judged.origin(), config.basePath);
        if (!judged.trusted()) {
            throw new ConfigurationException(
                    ErrorType.UNTRUSTED_HOST,
                    "the host of " + WebUrl.escape(judged.origin() + http.path())
                            + " is not trusted; set url (AUTH_URL), or trustHost behind a proxy that sets the host");
        }
        return new Entered(request, cookies(judged.origin()));
    }

    private AuthCookies cookies(String origin) {
        boolean secure = config.useSecureCookies == null ? origin.startsWith("https:") : config.useSecureCookies;
        return secure ? secureCookies : plainCookies;
    }

    private static AuthException asAuthException(RuntimeException e, AuthRequest request) {
        if (e instanceof AuthException auth) return auth;
        var type = request.action() == AuthAction.CALLBACK ? ErrorType.CALLBACK_ROUTE_ERROR : ErrorType.AUTH_ERROR;
        return new AuthException(
                type,
                "unexpected: " + e.getClass().getSimpleName(),
                e,
                request.providerId().orElse(null));
    }

    /** One dispatched request: its protection, its callback URL, its action. */
    private final class Act {
        private final AuthRequest request;
        private final AuthCookies cookies;
        private final Csrf csrf;
        private final boolean byCode;
        private List<Cookie> freshCsrf = List.of();
        private @Nullable SignInMethod method;
        private @Nullable Visit visit;

        /** @param byCode whoever asks is told of everything that fails, even if the browser's part of it is done */
        Act(Entered entered, Csrf csrf, boolean byCode) {
            request = entered.request;
            cookies = entered.cookies;
            this.csrf = csrf;
            this.byCode = byCode;
        }

        InternalResponse dispatch() {
            var provider = provider();
            var verdict = csrf.check(request, cookies);
            freshCsrf = verdict.fresh();
            var callback = rooms.redirects().callbackUrl(request, cookies);
            visit = new Visit(request, cookies, callback.url());
            var first = new ArrayList<>(freshCsrf);
            first.addAll(callback.cookies());
            var answer = request.isPost() ? post(visit, provider, verdict) : get(visit, provider, verdict);
            return request.action() == AuthAction.PROVIDERS ? answer : answer.after(first);
        }

        /** What a failing answer still sends: a fresh token for the next post, and an end to a broken sign-in's cookies. */
        List<Cookie> failureCookies() {
            var result = new ArrayList<Cookie>();
            if (request.isPost()) result.addAll(freshCsrf);
            if (request.action() == AuthAction.CALLBACK && method != null && visit != null) {
                result.addAll(method.abandoned(visit));
            }
            return result;
        }

        private @Nullable Provider provider() {
            var id = request.providerId();
            if (id.isEmpty()) return null;
            return rooms.provider(id.get())
                    .orElseThrow(() -> new AuthException(ErrorType.INVALID_PROVIDER, "no provider has this id"));
        }

        private InternalResponse get(Visit visit, @Nullable Provider provider, Csrf.Verdict verdict) {
            return switch (request.action()) {
                case CSRF -> csrfAnswer(verdict);
                case PROVIDERS -> rooms.describe(request);
                case SESSION -> session(visit, null);
                case SIGNIN -> provider == null ? pages.signIn(visit, verdict) : unknown();
                case SIGNOUT -> pages.signOut(visit, verdict);
                case CALLBACK -> callback(visit, provider, verdict);
                case ERROR -> pages.error(visit);
                case VERIFY_REQUEST -> pages.verifyRequest(visit);
                case WEBAUTHN_OPTIONS -> webAuthnOptions(visit, provider);
            };
        }

        private InternalResponse post(Visit visit, @Nullable Provider provider, Csrf.Verdict verdict) {
            return switch (request.action()) {
                case SESSION -> {
                    require(verdict);
                    yield session(
                            visit, new SessionStrategy.Update(request.body().value("data")));
                }
                case SIGNIN -> {
                    require(verdict);
                    yield signIn(visit, provider);
                }
                case SIGNOUT -> {
                    require(verdict);
                    yield signOut(visit);
                }
                case CALLBACK -> callback(visit, provider, verdict);
                default -> unknown();
            };
        }

        private void require(Csrf.Verdict verdict) {
            if (verdict.verified()) return;
            var why = "another site sent it, as Sec-Fetch-Site or Origin says; danger().allowCrossSitePosts() lets"
                    + " pages of another site post with a token";
            throw new AuthException(ErrorType.MISSING_CSRF, verdict.foreign() ? why : null);
        }

        private InternalResponse unknown() {
            throw new AuthException(
                    ErrorType.UNKNOWN_ACTION,
                    "this route does not take a " + request.http().method());
        }

        private InternalResponse csrfAnswer(Csrf.Verdict verdict) {
            if (csrf.isSkipped()) {
                config.logger.warn("csrf-disabled");
                var gone = List.of(cookies.deleted(AuthCookie.CSRF_TOKEN));
                return new InternalResponse(404, Headers.NONE, null, null, gone);
            }
            return InternalResponse.json(200, Claims.of("csrfToken", verdict.token()), List.of());
        }

        private InternalResponse session(Visit visit, SessionStrategy.@Nullable Update update) {
            var read = rooms.sessions().read(sessionCookie(visit), update);
            if (byCode && read.failure() != null) throw storeFailure(read.failure());
            var session = byCode && update == null ? serverView(read) : read.session();
            return InternalResponse.json(200, session == null ? null : session.json(), read.cookies());
        }

        private InternalResponse signIn(Visit visit, @Nullable Provider provider) {
            if (provider == null) return pages.toSignIn(visit);
            return switch (provider.type()) {
                case OAUTH, OIDC, EMAIL -> {
                    turnstile.start(client());
                    yield rooms.flow().begin(rooms.method(provider), visit);
                }
                case CREDENTIALS, WEBAUTHN -> pages.toSignIn(visit);
            };
        }

        private InternalResponse webAuthnOptions(Visit visit, @Nullable Provider provider) {
            if (provider != null && rooms.method(provider) instanceof WebAuthnMethod room) {
                // Pages ask unasked, for autofill. Who names somebody begins a sign-in, or wants to know who is here.
                if (request.query().containsKey("email")) turnstile.start(client());
                return room.options(visit);
            }
            throw new AuthException(ErrorType.INVALID_PROVIDER, "passkey options name a provider of passkeys");
        }

        private InternalResponse callback(Visit visit, @Nullable Provider provider, Csrf.Verdict verdict) {
            if (provider == null) throw new AuthException(ErrorType.INVALID_PROVIDER, "a callback names its provider");
            boolean post = request.isPost();
            switch (provider.type()) {
                case CREDENTIALS -> {
                    if (post) require(verdict);
                    else
                        throw new AuthException(
                                ErrorType.INVALID_PROVIDER, "credentials are posted", null, provider.id());
                }
                case WEBAUTHN -> {
                    if (!post)
                        throw new AuthException(ErrorType.INVALID_PROVIDER, "a passkey is posted", null, provider.id());
                    // Clients need not send one: the challenge is bound to the browser by a cookie of its own.
                    if (request.body().has("csrfToken")) require(verdict);
                }
                case OAUTH, OIDC, EMAIL -> {}
            }
            // Before the room is known to failureCookies: who only has to wait keeps what the sign-in has begun with.
            var pass = provider instanceof CredentialsProvider credentials
                    ? turnstile.credentials(credentials, request.body(), client())
                    : turnstile.callback(provider.id(), client());
            var room = rooms.method(provider);
            method = room;
            var answer = rooms.flow().complete(room, visit);
            pass.giveBack();
            return answer;
        }

        private Optional<IpAddress> client() {
            return origins.clientAddress(request.http());
        }

        private InternalResponse signOut(Visit visit) {
            var cookie = sessionCookie(visit);
            var target = Redirects.location(visit.callbackUrl(), request.origin());
            if (cookie.token() == null) return InternalResponse.redirect(target, List.of());
            var end = rooms.sessions().end(cookie);
            if (end.failure() != null && byCode && rooms.keepsRows()) throw end.failure();
            if (end.failure() != null) rooms.telling().log(end.failure());
            var event = end.event();
            if (event != null) rooms.telling().tell(events -> events.signOut(event));
            return InternalResponse.redirect(target, cookie.clear());
        }
    }

    private static SessionCookie sessionCookie(Visit visit) {
        return SessionCookie.read(visit.cookies(), visit.request().cookies());
    }

    /** @param update what to change, or {@code null} */
    SessionRead read(Request http, @Nullable Object update) {
        var judged = trusted(http);
        var cookie = SessionCookie.read(cookies(judged), http.cookies());
        var read = rooms.sessions().read(cookie, update == null ? null : new SessionStrategy.Update(update));
        if (read.failure() != null) throw storeFailure(read.failure());
        return new SessionRead(Optional.ofNullable(serverView(read)), read.cookies());
    }

    private static AuthException storeFailure(AuthException failure) {
        return failure.getCause() instanceof AdapterException adapter ? adapter : failure;
    }

    /** The session with a user who has all that the server knows, and over it what the session callback made of them. */
    private static @Nullable Session serverView(ReadSession read) {
        var session = read.session();
        if (session == null || read.user() == null) return session;
        var user = read.user().claims().withAll(session.user().claims());
        return session.user(User.of(user));
    }

    Optional<Accounts> accounts(Request http) {
        var cookie = SessionCookie.read(cookies(trusted(http)), http.cookies());
        var ways = rooms.waysIn();
        return rooms.sessions()
                .current(cookie)
                .map(login -> new Accounts(login, ways, rooms.openSessions(), to -> signIn(http, to)));
    }

    private String trusted(Request http) {
        var judged = origins.judge(http);
        if (!judged.trusted()) {
            throw new ConfigurationException(
                    ErrorType.UNTRUSTED_HOST, "the request's host is not trusted; set url (AUTH_URL), or trustHost");
        }
        return judged.origin();
    }

    Redirect signIn(Request http, SignIn signIn) {
        var origin = trusted(http);
        var back = signIn.redirectTo() == null ? referer(http, origin) : signIn.redirectTo();
        var provider = signIn.provider() == null
                ? null
                : rooms.provider(signIn.provider()).orElse(null);
        if (provider == null) {
            var page = config.pages.signIn() == null ? config.basePath + "/signin" : config.pages.signIn();
            return new Redirect(Redirects.page(page, origin, Redirects.parameter("callbackUrl", back)), List.of());
        }
        boolean credentials = provider instanceof CredentialsProvider;
        var path = config.basePath + (credentials ? "/callback/" : "/signin/") + provider.id();
        var query = signIn.params().isEmpty() ? "" : "?" + Form.encode(signIn.params());
        return act(http, path + query, signIn.fields().with("callbackUrl", back));
    }

    Redirect signOut(Request http, SignOut signOut) {
        var origin = trusted(http);
        var cookie = SessionCookie.read(cookies(origin), http.cookies());
        var back = signOut.redirectTo() == null ? referer(http, origin) : signOut.redirectTo();
        var target = Redirects.location(rooms.redirects().ask(back, origin), origin);
        if (cookie.token() == null) return new Redirect(target, List.of());
        var end = rooms.sessions().end(cookie);
        if (end.failure() != null && rooms.keepsRows()) throw end.failure();
        var event = end.event();
        if (event != null) rooms.telling().tell(events -> events.signOut(event));
        return new Redirect(target, cookie.clear());
    }

    /** A post of our own making: the caller vouches for it, so no token is asked for. */
    private Redirect act(Request http, String target, Claims fields) {
        var post = Request.of("POST", http.scheme(), target, http.headers(), new byte[0], http.remoteAddress())
                .headers(http.headers().set("content-type", "application/json"))
                .body(fields.toJson());
        var unchecked = new Csrf(config.secret, config.randomness, true, true);
        var answer = new Act(enter(post, origins), unchecked, true).dispatch();
        return new Redirect(Objects.requireNonNull(answer.redirect()), answer.cookies());
    }

    private static String referer(Request http, String origin) {
        return http.header("referer")
                .flatMap(WebUrl::parse)
                .filter(url -> url.origin().equals(origin))
                .map(WebUrl::toString)
                .orElse("/");
    }

    /** The answer for somebody who may not pass, or {@code null} for one who may. */
    @Nullable Response authorize(Request http, @Nullable Session session) {
        var decision = config.callbacks.authorized().apply(new AuthorizedParams(session, http));
        if (decision instanceof Decision.Respond respond) return respond.response();
        var origin = trusted(http);
        if (decision instanceof Decision.RedirectTo to) return Response.redirect(Redirects.location(to.url(), origin));
        if (decision instanceof Decision.Allow) return null;
        var page = config.pages.signIn() == null ? config.basePath + "/signin" : config.pages.signIn();
        if (http.path().equals(page)) return null;
        if (!http.method().equals("GET") || !http.header("accept").orElse("").contains("text/html")) {
            return Response.json(401, "{\"error\":\"not signed in\"}");
        }
        var back = Redirects.parameter("callbackUrl", origin + WebUrl.escape(http.target()));
        return Response.redirect(Redirects.page(page, origin, back));
    }

    Optional<Passkeys> passkeys(Request http) {
        var origin = trusted(http);
        return rooms.passkeys(SessionCookie.read(cookies(origin), http.cookies()), origin, http);
    }

    String url(AuthAction action, Request http) {
        return trusted(http) + config.basePath + "/" + action.wire();
    }
}
