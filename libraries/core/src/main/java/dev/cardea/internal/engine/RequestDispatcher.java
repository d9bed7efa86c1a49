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
import dev.cardea.model.User;
import dev.cardea.observe.Browser;
import dev.cardea.observe.ClientNetwork;
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

    /** What a browser fetches before the visitor opens it must not use up a link or a code. It asks again then. */
    private static final InternalResponse NOT_PREFETCHED =
            InternalResponse.json(503, "A sign-in can't be prefetched.", List.of());

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
        furtherRoutes = new FurtherRoutes(settings, engine.site, signInMethods, originGate, rateLimitGuard);
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
        var authRequest = accepted.request();
        var callback = signInMethods.redirects().callbackUrl(authRequest, accepted.cookies());
        var request = new MethodRequest(authRequest, accepted.cookies(), callback.url());
        var first = new ArrayList<>(verdict.fresh());
        first.addAll(callback.cookies());
        var answer = authRequest.route().isPresent()
                ? further(authRequest.route().get(), request, verdict, accepted.received())
                : action(request, authRequest.action().orElseThrow(), provider, verdict);
        return authRequest.isFor(AuthAction.PROVIDERS) ? answer : answer.after(first);
    }

    private InternalResponse action(
            MethodRequest request, AuthAction action, @Nullable Provider provider, Csrf.Verdict verdict) {
        return request.authRequest().isPost()
                ? post(request, action, provider, verdict)
                : get(request, action, provider, verdict);
    }

    private InternalResponse further(Route route, MethodRequest request, Csrf.Verdict verdict, Request received) {
        if (request.authRequest().mayChange()) require(verdict);
        return furtherRoutes.answer(route, request.authRequest(), received, verdict.token(), request.callbackUrl());
    }

    /** Whether the token and the callback URL are read from cookies, and set in them. */
    private static boolean needsBrowserCookies(AuthRequest request) {
        return request.route().map(Route::csrf).orElse(CsrfRule.TOKEN) == CsrfRule.TOKEN;
    }

    private InternalResponse withoutCookies(OriginGate.AcceptedRequest accepted) {
        var request = accepted.request();
        var route = request.route().orElseThrow();
        if (route instanceof ProxyRoute && !originGate.isFromTrustedProxy(accepted)) return NOT_FOUND;
        if (route.csrf() == CsrfRule.SAME_ORIGIN && !csrf.isSkipped()) furtherRoutes.requireSameOrigin(request);
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
                originGate
                        .client(request)
                        .map(address -> ClientNetwork.of(address.toInetAddress()))
                        .orElse(null),
                request.http().header("user-agent").map(Browser::of).orElse(Browser.UNKNOWN)));
    }

    /** Returns whether the request begins or completes a sign-in, rather than show the page for it. */
    static boolean isSignIn(AuthRequest request) {
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
            MethodRequest request, AuthAction action, @Nullable Provider provider, Csrf.Verdict verdict) {
        return switch (action) {
            case CSRF -> csrfAnswer(request, verdict);
            case PROVIDERS -> pages.providers(request.authRequest());
            case SESSION -> session(request, null);
            case SIGNIN ->
                provider == null ? pages.signIn(request, verdict, () -> signedIn(request)) : unknown(request);
            case SIGNOUT -> pages.signOut(request, verdict);
            case CALLBACK -> callback(request, provider, verdict);
            case ERROR -> pages.error(request);
            case VERIFY_REQUEST -> pages.verifyRequest(request);
            case WEBAUTHN_OPTIONS ->
                further(passkeyOptions, request, verdict, request.authRequest().http());
        };
    }

    private Optional<User> signedIn(MethodRequest request) {
        var cookie = SessionCookie.read(request.cookies(), request.authRequest().cookies());
        return signInMethods.linksTo(cookie);
    }

    private InternalResponse post(
            MethodRequest request, AuthAction action, @Nullable Provider provider, Csrf.Verdict verdict) {
        return switch (action) {
            case SESSION -> {
                require(verdict);
                yield session(
                        request,
                        new SessionStrategy.Update(request.authRequest().body().value("data")));
            }
            case SIGNIN -> {
                require(verdict);
                yield signIn(request, provider);
            }
            case SIGNOUT -> {
                require(verdict);
                yield signOut(request);
            }
            case CALLBACK -> callback(request, provider, verdict);
            default -> unknown(request);
        };
    }

    private void require(Csrf.Verdict verdict) {
        if (verdict.verified()) return;
        var why = "according to Sec-Fetch-Site or Origin, the request came from another site; to let your "
                + "single-page application post with a token, list its origin in allowedOrigins";
        throw new AuthException(ErrorType.MISSING_CSRF, verdict.foreign() ? why : null);
    }

    private static InternalResponse unknown(MethodRequest request) {
        throw new AuthException(
                ErrorType.UNKNOWN_ACTION,
                "this route doesn't allow " + request.authRequest().http().method());
    }

    private InternalResponse csrfAnswer(MethodRequest request, Csrf.Verdict verdict) {
        if (csrf.isSkipped()) {
            settings.logger.warn("csrf-disabled");
            var gone = List.of(request.cookies().deleted(AuthCookie.CSRF_TOKEN));
            return new InternalResponse(404, Headers.NONE, null, null, gone);
        }
        return InternalResponse.json(200, Claims.of("csrfToken", verdict.token()), List.of());
    }

    private InternalResponse session(MethodRequest request, SessionStrategy.@Nullable Update update) {
        // Browsers get what Auth.js sends them. A site's server asks with each page, so it gets what is due.
        var reissue = byCode && update == null ? SessionStrategy.Reissue.WHEN_DUE : SessionStrategy.Reissue.ALWAYS;
        var read = signInMethods.sessions().read(sessionCookie(request), update, reissue);
        var observation = RequestObservation.current();
        if (observation != null && read.failure() != null)
            observation.fail(read.failure().type());
        if (byCode) ServerView.requireAnswered(read);
        var session = byCode && update == null ? ServerView.forSite(read, settings.callbacks) : read.session();
        return InternalResponse.json(200, session == null ? null : session.json(), read.cookies());
    }

    private InternalResponse signIn(MethodRequest request, @Nullable Provider provider) {
        if (provider == null) return pages.toSignIn(request);
        var chosen = signInMethods.method(provider);
        if (chosen.traits().start() != Traits.Start.REQUEST) return pages.toSignIn(request);
        rateLimitGuard.signInStart(client(request));
        return signInMethods.flow().begin(chosen, request);
    }

    private InternalResponse callback(MethodRequest request, @Nullable Provider provider, Csrf.Verdict verdict) {
        if (provider == null)
            throw new AuthException(ErrorType.INVALID_PROVIDER, "the callback URL must end with the provider's ID");
        var called = signInMethods.method(provider);
        var traits = called.traits();
        if (!request.authRequest().isPost()) {
            switch (traits.callbackGet()) {
                case COMPLETE -> {
                    if (ServerActions.isPrefetch(request.authRequest().http())) return NOT_PREFETCHED;
                }
                case CONFIRM -> {
                    return pages.confirmLink(request, verdict);
                }
                case REJECT ->
                    throw new AuthException(
                            ErrorType.INVALID_PROVIDER,
                            "this provider's callback only allows POST",
                            null,
                            provider.id());
            }
        }
        if (needsToken(request, traits)) require(verdict);
        // A rate-limited visitor keeps the cookies of the sign-in: they are cleared only where it was tried.
        var permit = called.permit(rateLimitGuard, request, client(request));
        var answer = complete(called, request);
        permit.refund();
        return answer;
    }

    private InternalResponse complete(SignInMethod called, MethodRequest request) {
        try {
            return signInMethods.flow().complete(called, request);
        } catch (RuntimeException e) {
            throw new CallbackFailure(e, called.abandoned(request));
        }
    }

    private static boolean needsToken(MethodRequest request, Traits traits) {
        return switch (traits.csrf()) {
            case REQUIRED -> true;
            case IF_SENT -> request.authRequest().body().has("csrfToken");
            case NOT_NEEDED -> false;
        };
    }

    private Optional<IpAddress> client(MethodRequest request) {
        return originGate.client(request.authRequest());
    }

    private InternalResponse signOut(MethodRequest request) {
        var cookie = sessionCookie(request);
        var target =
                Redirects.location(request.callbackUrl(), request.authRequest().origin());
        if (cookie.token() == null) return InternalResponse.redirect(target, List.of());
        signInMethods.signOutFlow().end(cookie, byCode);
        return InternalResponse.redirect(target, cookie.clear());
    }

    private static SessionCookie sessionCookie(MethodRequest request) {
        return SessionCookie.read(request.cookies(), request.authRequest().cookies());
    }
}
