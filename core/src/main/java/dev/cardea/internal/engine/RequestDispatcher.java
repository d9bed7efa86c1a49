package dev.cardea.internal.engine;

import dev.cardea.action.AuthAction;
import dev.cardea.action.AuthRequest;
import dev.cardea.action.CsrfRule;
import dev.cardea.action.InternalResponse;
import dev.cardea.action.ProxyRoute;
import dev.cardea.action.Route;
import dev.cardea.cookies.AuthCookie;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Cookie;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.internal.config.Settings;
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

/** Answers requests under the base path: their protection, their callback URL, their action. Immutable. */
final class RequestDispatcher {
    private static final List<AuthCookie> CHECKS = List.of(
            AuthCookie.STATE,
            AuthCookie.PKCE_CODE_VERIFIER,
            AuthCookie.NONCE,
            AuthCookie.WEBAUTHN_CHALLENGE,
            AuthCookie.EMAIL_CODE,
            AuthCookie.FORM_POST_ANSWER);

    private static final InternalResponse NOT_FOUND = InternalResponse.json(404, "Not found.", List.of());

    private final Settings settings;
    private final SignInMethods signInMethods;
    private final RateLimitGuard rateLimitGuard;
    private final OriginGate originGate;
    private final PageRoutes pages;
    private final FurtherRoutes furtherRoutes;
    private final Route passkeyOptions;
    private final Csrf csrf;
    private final boolean byCode;

    /** @param byCode whether code calls the action: it gets every failure, even if the browser's part has succeeded */
    RequestDispatcher(AuthEngine engine, Csrf csrf, boolean byCode) {
        settings = engine.settings;
        signInMethods = engine.signInMethods;
        rateLimitGuard = engine.rateLimitGuard;
        originGate = engine.originGate;
        pages = engine.pages;
        furtherRoutes = new FurtherRoutes(settings, signInMethods, originGate, rateLimitGuard);
        passkeyOptions = new PasskeyOptionsRoute(signInMethods, originGate, rateLimitGuard);
        this.csrf = csrf;
        this.byCode = byCode;
    }

    DispatchResult dispatch(OriginGate.AcceptedRequest accepted) {
        var request = accepted.request();
        List<Cookie> fresh = List.of();
        try {
            var provider = provider(request);
            var carried = carryOver(accepted, provider);
            if (carried.isPresent()) return new DispatchResult.Answer(carried.get());
            if (isSignIn(request)) observeBrowser(accepted);
            if (provider != null && isSignIn(request)) settings.application.requireReady();
            if (!needsBrowserCookies(request)) return new DispatchResult.Answer(withoutCookies(accepted));
            var verdict = csrf.check(request, accepted.cookies());
            if (request.mayChange()) fresh = verdict.fresh();
            return new DispatchResult.Answer(answer(accepted, provider, verdict));
        } catch (CallbackFailure e) {
            var cookies = new ArrayList<>(fresh);
            cookies.addAll(e.cleared);
            return new DispatchResult.Failure(e.failure, cookies);
        } catch (RuntimeException e) {
            return new DispatchResult.Failure(e, fresh);
        }
    }

    /** A callback that failed, with the cookies to clear: those of the sign-in that it was to complete. */
    private static final class CallbackFailure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient RuntimeException failure;
        private final transient List<Cookie> cleared;

        CallbackFailure(RuntimeException failure, List<Cookie> cleared) {
            super(null, failure, false, false);
            this.failure = failure;
            this.cleared = cleared;
        }
    }

    private InternalResponse answer(
            OriginGate.AcceptedRequest accepted, @Nullable Provider provider, Csrf.Verdict verdict) {
        var request = accepted.request();
        var callback = signInMethods.redirects().callbackUrl(request, accepted.cookies());
        var visit = new MethodRequest(request, accepted.cookies(), callback.url());
        var first = new ArrayList<>(verdict.fresh());
        first.addAll(callback.cookies());
        var answer = request.route().isPresent()
                ? further(request.route().get(), visit, verdict, accepted.received())
                : action(visit, request.action().orElseThrow(), provider, verdict);
        return request.isFor(AuthAction.PROVIDERS) ? answer : answer.after(first);
    }

    private InternalResponse action(
            MethodRequest visit, AuthAction action, @Nullable Provider provider, Csrf.Verdict verdict) {
        return visit.request().isPost()
                ? post(visit, action, provider, verdict)
                : get(visit, action, provider, verdict);
    }

    private InternalResponse further(Route route, MethodRequest visit, Csrf.Verdict verdict, Request received) {
        if (visit.request().mayChange()) require(verdict);
        return furtherRoutes.answer(route, visit.request(), received, verdict.token(), visit.callbackUrl());
    }

    /** Whether the token and the callback URL are read from cookies, and set in them. */
    private static boolean needsBrowserCookies(AuthRequest request) {
        return request.route().map(Route::csrf).orElse(CsrfRule.TOKEN) == CsrfRule.TOKEN;
    }

    private InternalResponse withoutCookies(OriginGate.AcceptedRequest accepted) {
        var request = accepted.request();
        var route = request.route().orElseThrow();
        if (route instanceof ProxyRoute && !originGate.isFromTrustedProxy(accepted)) return NOT_FOUND;
        if (route.csrf() == CsrfRule.SAME_ORIGIN && !csrf.isSkipped()) FurtherRoutes.requireSameOrigin(request);
        return furtherRoutes.answer(route, request, accepted.received(), null, request.origin());
    }

    private void observeBrowser(OriginGate.AcceptedRequest accepted) {
        var observation = Observation.current();
        if (!observation.isObserved()) return;
        var request = accepted.request();
        var cookies = accepted.cookies();
        var sent = request.cookies().keySet();
        var checks = EnumSet.noneOf(AuthCookie.class);
        for (var check : CHECKS) if (sent.contains(cookies.name(check))) checks.add(check);
        boolean hasSession = SessionCookie.read(cookies, request.cookies()).token() != null;
        observation.add(new Step.BrowserFacts(
                checks,
                sent.size() - checks.size(),
                hasSession,
                originGate.client(request).map(address -> address.network()).orElse(null),
                request.http().header("user-agent").map(Browser::of).orElse(Browser.UNKNOWN)));
    }

    private static boolean isSignIn(AuthRequest request) {
        return request.isFor(AuthAction.CALLBACK) || (request.isFor(AuthAction.SIGNIN) && request.isPost());
    }

    private @Nullable Provider provider(AuthRequest request) {
        var id = request.providerId();
        if (id.isEmpty()) return null;
        return signInMethods
                .provider(id.get())
                .orElseThrow(() -> new AuthException(ErrorType.INVALID_PROVIDER, "no provider has this id"));
    }

    /** Runs before cookies are validated: a provider's post comes without the visitor's, and must not replace them. */
    private Optional<InternalResponse> carryOver(OriginGate.AcceptedRequest accepted, @Nullable Provider provider) {
        var request = accepted.request();
        if (provider == null || !request.isPost() || !request.isFor(AuthAction.CALLBACK)) return Optional.empty();
        if (!CrossSitePost.is(request)) return Optional.empty();
        return signInMethods
                .method(provider)
                .carryOver(new MethodRequest(request, accepted.cookies(), request.origin()));
    }

    private InternalResponse get(
            MethodRequest visit, AuthAction action, @Nullable Provider provider, Csrf.Verdict verdict) {
        return switch (action) {
            case CSRF -> csrfAnswer(visit, verdict);
            case PROVIDERS -> signInMethods.describe(visit.request());
            case SESSION -> session(visit, null);
            case SIGNIN -> provider == null ? pages.signIn(visit, verdict) : unknown(visit);
            case SIGNOUT -> pages.signOut(visit, verdict);
            case CALLBACK -> callback(visit, provider, verdict);
            case ERROR -> pages.error(visit);
            case VERIFY_REQUEST -> pages.verifyRequest(visit);
            case WEBAUTHN_OPTIONS ->
                further(passkeyOptions, visit, verdict, visit.request().http());
        };
    }

    private InternalResponse post(
            MethodRequest visit, AuthAction action, @Nullable Provider provider, Csrf.Verdict verdict) {
        return switch (action) {
            case SESSION -> {
                require(verdict);
                yield session(
                        visit, new SessionStrategy.Update(visit.request().body().value("data")));
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
            default -> unknown(visit);
        };
    }

    private void require(Csrf.Verdict verdict) {
        if (verdict.verified()) return;
        var why = "another site sent it, as Sec-Fetch-Site or Origin says; danger().allowCrossSitePosts() lets"
                + " pages of another site post with a token";
        throw new AuthException(ErrorType.MISSING_CSRF, verdict.foreign() ? why : null);
    }

    private static InternalResponse unknown(MethodRequest visit) {
        throw new AuthException(
                ErrorType.UNKNOWN_ACTION,
                "this route does not take a " + visit.request().http().method());
    }

    private InternalResponse csrfAnswer(MethodRequest visit, Csrf.Verdict verdict) {
        if (csrf.isSkipped()) {
            settings.logger.warn("csrf-disabled");
            var gone = List.of(visit.cookies().deleted(AuthCookie.CSRF_TOKEN));
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
        rateLimitGuard.signInStart(client(visit));
        return signInMethods.flow().begin(chosen, visit);
    }

    private InternalResponse callback(MethodRequest visit, @Nullable Provider provider, Csrf.Verdict verdict) {
        if (provider == null) throw new AuthException(ErrorType.INVALID_PROVIDER, "a callback names its provider");
        var called = signInMethods.method(provider);
        var traits = called.traits();
        if (!visit.request().isPost()) {
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
        if (needsToken(visit, traits)) require(verdict);
        // A rate-limited visitor keeps the cookies of the sign-in: they are cleared only where it was tried.
        var permit = called.permit(rateLimitGuard, visit, client(visit));
        var answer = complete(called, visit);
        permit.refund();
        return answer;
    }

    private InternalResponse complete(SignInMethod called, MethodRequest visit) {
        try {
            return signInMethods.flow().complete(called, visit);
        } catch (RuntimeException e) {
            throw new CallbackFailure(e, called.abandoned(visit));
        }
    }

    private static boolean needsToken(MethodRequest visit, Traits traits) {
        return switch (traits.csrf()) {
            case REQUIRED -> true;
            case IF_SENT -> visit.request().body().has("csrfToken");
            case NOT_NEEDED -> false;
        };
    }

    private Optional<IpAddress> client(MethodRequest visit) {
        return originGate.client(visit.request());
    }

    private InternalResponse signOut(MethodRequest visit) {
        var cookie = sessionCookie(visit);
        var target = Redirects.location(visit.callbackUrl(), visit.request().origin());
        if (cookie.token() == null) return InternalResponse.redirect(target, List.of());
        signInMethods.endSession(cookie, byCode);
        return InternalResponse.redirect(target, cookie.clear());
    }

    private static SessionCookie sessionCookie(MethodRequest visit) {
        return SessionCookie.read(visit.cookies(), visit.request().cookies());
    }
}
