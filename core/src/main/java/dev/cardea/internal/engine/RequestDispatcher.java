package dev.cardea.internal.engine;

import dev.cardea.action.AuthAction;
import dev.cardea.action.AuthRequest;
import dev.cardea.action.InternalResponse;
import dev.cardea.cookies.AuthCookie;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Cookie;
import dev.cardea.http.Headers;
import dev.cardea.internal.config.Settings;
import dev.cardea.internal.cookie.AuthCookies;
import dev.cardea.internal.cookie.SessionCookie;
import dev.cardea.internal.flow.CrossSitePost;
import dev.cardea.internal.flow.Csrf;
import dev.cardea.internal.flow.Redirects;
import dev.cardea.internal.limit.RateLimitGuard;
import dev.cardea.internal.method.MethodRequest;
import dev.cardea.internal.method.SignInMethod;
import dev.cardea.internal.method.Traits;
import dev.cardea.internal.net.IpAddress;
import dev.cardea.internal.observe.RequestObservation;
import dev.cardea.internal.session.SessionStrategy;
import dev.cardea.json.Claims;
import dev.cardea.observe.Browser;
import dev.cardea.observe.Observation;
import dev.cardea.observe.Step;
import dev.cardea.provider.Provider;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One dispatched request: its protection, its callback URL, its action. */
final class RequestDispatcher {
    private static final List<AuthCookie> CHECKS = List.of(
            AuthCookie.STATE,
            AuthCookie.PKCE_CODE_VERIFIER,
            AuthCookie.NONCE,
            AuthCookie.WEBAUTHN_CHALLENGE,
            AuthCookie.EMAIL_CODE,
            AuthCookie.FORM_POST_ANSWER);

    private final Settings settings;
    private final SignInMethods signInMethods;
    private final RateLimitGuard rateLimitGuard;
    private final OriginGate originGate;
    private final PageRoutes pages;
    private final AuthRequest request;
    private final AuthCookies cookies;
    private final Csrf csrf;
    private final boolean byCode;
    private List<Cookie> freshCsrf = List.of();
    private @Nullable SignInMethod method;
    private @Nullable MethodRequest visit;

    /** @param byCode whether code calls the action: it gets every failure, even if the browser's part has succeeded */
    RequestDispatcher(AuthEngine engine, OriginGate.AcceptedRequest accepted, Csrf csrf, boolean byCode) {
        settings = engine.settings;
        signInMethods = engine.signInMethods;
        rateLimitGuard = engine.rateLimitGuard;
        originGate = engine.originGate;
        pages = engine.pages;
        request = accepted.request();
        cookies = accepted.cookies();
        this.csrf = csrf;
        this.byCode = byCode;
    }

    InternalResponse dispatch() {
        var provider = provider();
        var carried = carryOver(provider);
        if (carried.isPresent()) return carried.get();
        if (isSignIn()) observeBrowser();
        if (provider != null && isSignIn()) settings.application.requireReady();
        var verdict = csrf.check(request, cookies);
        freshCsrf = verdict.fresh();
        var callback = signInMethods.redirects().callbackUrl(request, cookies);
        visit = new MethodRequest(request, cookies, callback.url());
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

    private void observeBrowser() {
        var observation = Observation.current();
        if (!observation.isObserved()) return;
        var sent = request.cookies().keySet();
        var checks = EnumSet.noneOf(AuthCookie.class);
        for (var check : CHECKS) if (sent.contains(cookies.name(check))) checks.add(check);
        boolean hasSession = SessionCookie.read(cookies, request.cookies()).token() != null;
        observation.add(new Step.BrowserFacts(
                checks,
                sent.size() - checks.size(),
                hasSession,
                client().map(address -> address.network()).orElse(null),
                request.http().header("user-agent").map(Browser::of).orElse(Browser.UNKNOWN)));
    }

    private boolean isSignIn() {
        return request.action() == AuthAction.CALLBACK || (request.action() == AuthAction.SIGNIN && request.isPost());
    }

    private @Nullable Provider provider() {
        var id = request.providerId();
        if (id.isEmpty()) return null;
        return signInMethods
                .provider(id.get())
                .orElseThrow(() -> new AuthException(ErrorType.INVALID_PROVIDER, "no provider has this id"));
    }

    /** Runs before cookies are validated: a provider's post comes without the visitor's, and must not replace them. */
    private Optional<InternalResponse> carryOver(@Nullable Provider provider) {
        if (provider == null || !request.isPost() || request.action() != AuthAction.CALLBACK) return Optional.empty();
        if (!CrossSitePost.is(request)) return Optional.empty();
        return signInMethods.method(provider).carryOver(new MethodRequest(request, cookies, request.origin()));
    }

    private InternalResponse get(MethodRequest visit, @Nullable Provider provider, Csrf.Verdict verdict) {
        return switch (request.action()) {
            case CSRF -> csrfAnswer(verdict);
            case PROVIDERS -> signInMethods.describe(request);
            case SESSION -> session(visit, null);
            case SIGNIN -> provider == null ? pages.signIn(visit, verdict) : unknown();
            case SIGNOUT -> pages.signOut(visit, verdict);
            case CALLBACK -> callback(visit, provider, verdict);
            case ERROR -> pages.error(visit);
            case VERIFY_REQUEST -> pages.verifyRequest(visit);
            case WEBAUTHN_OPTIONS -> webAuthnOptions(visit, provider);
        };
    }

    private InternalResponse post(MethodRequest visit, @Nullable Provider provider, Csrf.Verdict verdict) {
        return switch (request.action()) {
            case SESSION -> {
                require(verdict);
                yield session(visit, new SessionStrategy.Update(request.body().value("data")));
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
            settings.logger.warn("csrf-disabled");
            var gone = List.of(cookies.deleted(AuthCookie.CSRF_TOKEN));
            return new InternalResponse(404, Headers.NONE, null, null, gone);
        }
        return InternalResponse.json(200, Claims.of("csrfToken", verdict.token()), List.of());
    }

    private InternalResponse session(MethodRequest visit, SessionStrategy.@Nullable Update update) {
        // Browsers get what Auth.js sends them. A site's server asks with each page, so it gets what is due.
        var reissue = byCode && update == null ? SessionStrategy.Reissue.WHEN_DUE : SessionStrategy.Reissue.ALWAYS;
        var read = signInMethods.sessions().read(sessionCookie(visit), update, reissue);
        var observation = RequestObservation.current();
        if (observation != null && read.failure() != null)
            observation.fail(read.failure().type());
        if (byCode) ServerView.requireAnswered(read);
        var session = byCode && update == null ? ServerView.forSite(read, settings.callbacks) : read.session();
        return InternalResponse.json(200, session == null ? null : session.json(), read.cookies());
    }

    private InternalResponse signIn(MethodRequest visit, @Nullable Provider provider) {
        if (provider == null) return pages.toSignIn(visit);
        var chosen = signInMethods.method(provider);
        if (chosen.traits().start() != Traits.Start.REQUEST) return pages.toSignIn(visit);
        rateLimitGuard.signInStart(client());
        return signInMethods.flow().begin(chosen, visit);
    }

    private InternalResponse webAuthnOptions(MethodRequest visit, @Nullable Provider provider) {
        var asked = provider == null ? null : signInMethods.method(provider);
        if (asked == null || asked.traits().start() != Traits.Start.SCRIPT) {
            throw new AuthException(ErrorType.INVALID_PROVIDER, "passkey options name a provider of passkeys");
        }
        // Pages request options on their own, for autofill. A request with an address begins a sign-in, or probes
        // for users.
        if (request.query().containsKey("email")) rateLimitGuard.signInStart(client());
        return asked.options(visit);
    }

    private InternalResponse callback(MethodRequest visit, @Nullable Provider provider, Csrf.Verdict verdict) {
        if (provider == null) throw new AuthException(ErrorType.INVALID_PROVIDER, "a callback names its provider");
        var called = signInMethods.method(provider);
        var traits = called.traits();
        if (!request.isPost()) {
            switch (traits.callbackGet()) {
                case COMPLETE -> {}
                case CONFIRM -> {
                    return pages.confirmLink(visit, verdict);
                }
                case REJECT ->
                    throw new AuthException(
                            ErrorType.INVALID_PROVIDER,
                            "this provider's callback takes a POST only",
                            null,
                            provider.id());
            }
        }
        if (needsToken(traits)) require(verdict);
        // Before `method` is set: a rate-limited visitor keeps the cookies of the sign-in, because failureCookies
        // clears none.
        var permit = called.permit(rateLimitGuard, visit, client());
        method = called;
        var answer = signInMethods.flow().complete(called, visit);
        permit.refund();
        return answer;
    }

    private boolean needsToken(Traits traits) {
        return switch (traits.csrf()) {
            case REQUIRED -> true;
            case IF_SENT -> request.body().has("csrfToken");
            case NOT_NEEDED -> false;
        };
    }

    private Optional<IpAddress> client() {
        return originGate.client(request);
    }

    private InternalResponse signOut(MethodRequest visit) {
        var cookie = sessionCookie(visit);
        var target = Redirects.location(visit.callbackUrl(), request.origin());
        if (cookie.token() == null) return InternalResponse.redirect(target, List.of());
        signInMethods.endSession(cookie, byCode);
        return InternalResponse.redirect(target, cookie.clear());
    }

    private static SessionCookie sessionCookie(MethodRequest visit) {
        return SessionCookie.read(visit.cookies(), visit.request().cookies());
    }
}
