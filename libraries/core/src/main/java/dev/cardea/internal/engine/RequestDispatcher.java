package dev.cardea.internal.engine;

import dev.cardea.action.AuthAction;
import dev.cardea.action.AuthRequest;
import dev.cardea.action.InternalResponse;
import dev.cardea.bridge.BridgeRoute;
import dev.cardea.cookies.AuthCookie;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.RemoteApplication;
import dev.cardea.http.Cookie;
import dev.cardea.internal.flow.CrossSitePost;
import dev.cardea.internal.flow.Csrf;
import dev.cardea.internal.flow.Redirects;
import dev.cardea.internal.method.MethodRequest;
import dev.cardea.module.CsrfRule;
import dev.cardea.module.Route;
import dev.cardea.observe.Browser;
import dev.cardea.observe.ClientNetwork;
import dev.cardea.observe.Observation;
import dev.cardea.observe.Step;
import dev.cardea.provider.Provider;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Answers requests under the base path: their protection, their callback URL, their route. Immutable. */
final class RequestDispatcher {
    private static final List<AuthCookie> CHECKS = Stream.of(AuthCookie.values())
            .filter(RequestDispatcher::isOfOneSignIn)
            .toList();

    private static final InternalResponse NOT_FOUND = InternalResponse.json(404, "Not found.", List.of());

    private final OriginGate originGate;
    private final SignInMethods methods;
    private final RemoteApplication application;
    private final Csrf csrf;
    private final Redirects redirects;
    private final ActionRoutes actions;
    private final FurtherRoutes furtherRoutes;

    RequestDispatcher(
            OriginGate originGate,
            SignInMethods methods,
            RemoteApplication application,
            Csrf csrf,
            Redirects redirects,
            ActionRoutes actions,
            FurtherRoutes furtherRoutes) {
        this.originGate = originGate;
        this.methods = methods;
        this.application = application;
        this.csrf = csrf;
        this.redirects = redirects;
        this.actions = actions;
        this.furtherRoutes = furtherRoutes;
    }

    /** A new cookie doesn't compile until this is decided. */
    private static boolean isOfOneSignIn(AuthCookie cookie) {
        return switch (cookie) {
            case STATE, PKCE_CODE_VERIFIER, NONCE, WEBAUTHN_CHALLENGE, EMAIL_CODE, FORM_POST_ANSWER -> true;
            case SESSION_TOKEN, CALLBACK_URL, CSRF_TOKEN, LOGOUT_HINT, LOGOUT -> false;
        };
    }

    DispatchResult dispatch(OriginGate.AcceptedRequest accepted) {
        var request = accepted.request();
        List<Cookie> fresh = List.of();
        try {
            var provider = provider(request);
            var carried = carryOver(accepted, provider);
            if (carried.isPresent()) return new DispatchResult.Answer(carried.get());
            if (request.isSignIn()) observeBrowser(accepted);
            if (provider != null && request.isSignIn()) application.requireReady();
            if (!needsBrowserCookies(request)) return new DispatchResult.Answer(withoutCookies(accepted));
            var verdict = csrf.check(request, accepted.cookies());
            if (request.mayChange()) fresh = verdict.fresh();
            return new DispatchResult.Answer(answer(accepted, provider, verdict));
        } catch (SignInRoutes.CallbackFailure e) {
            var cookies = new ArrayList<>(fresh);
            cookies.addAll(e.cleared);
            return new DispatchResult.Failure(e.failure, cookies, e.page);
        } catch (RuntimeException e) {
            return new DispatchResult.Failure(e, fresh);
        }
    }

    private InternalResponse answer(
            OriginGate.AcceptedRequest accepted, @Nullable Provider provider, Csrf.Verdict verdict) {
        var authRequest = accepted.request();
        var callback = redirects.callbackUrl(authRequest, accepted.cookies());
        var request = new MethodRequest(authRequest, accepted.cookies(), callback.url())
                .clientAddress(() -> originGate.client(accepted));
        var first = new ArrayList<>(verdict.fresh());
        first.addAll(callback.cookies());
        var route = furtherRoutes.route(authRequest);
        if (route.isPresent()) {
            var answer = further(route.get(), accepted, callback.url(), verdict);
            // A sign-in that the route begins may remember another callback URL.
            first.removeIf(cookie -> answer.cookies().stream().map(Cookie::name).anyMatch(cookie.name()::equals));
            return answer.after(first);
        }
        var answer = actions.answer(request, authRequest.action().orElseThrow(), provider, verdict);
        return authRequest.isFor(AuthAction.PROVIDERS) ? answer : answer.after(first);
    }

    /** Begins a sign-in for a route, whose own request has passed the checks. */
    private InternalResponse begin(OriginGate.AcceptedRequest post) {
        application.requireReady();
        try {
            return answer(post, provider(post.request()), new Csrf.Verdict(null, true, false, List.of()));
        } catch (SignInRoutes.CallbackFailure e) {
            throw e.failure;
        }
    }

    private InternalResponse further(
            Route route, OriginGate.AcceptedRequest accepted, String callbackUrl, Csrf.Verdict verdict) {
        if (accepted.request().mayChange()) verdict.requireVerified();
        return furtherRoutes.answer(route, accepted, verdict.token(), callbackUrl, this::begin);
    }

    /** Whether the token and the callback URL are read from cookies, and set in them. */
    private boolean needsBrowserCookies(AuthRequest request) {
        return furtherRoutes.route(request).map(Route::csrf).orElse(CsrfRule.TOKEN) == CsrfRule.TOKEN;
    }

    private InternalResponse withoutCookies(OriginGate.AcceptedRequest accepted) {
        var request = accepted.request();
        var route = furtherRoutes.route(request).orElseThrow();
        if (!exists(route, accepted)) return NOT_FOUND;
        if (route.csrf() == CsrfRule.SAME_ORIGIN && !csrf.isSkipped()) furtherRoutes.requireSameOrigin(request);
        return furtherRoutes.answer(route, accepted, null, request.origin(), this::begin);
    }

    private boolean exists(Route route, OriginGate.AcceptedRequest accepted) {
        if (route instanceof BridgeRoute ofBridge) return ofBridge.mode() == accepted.mode();
        return !route.isForProxies() || originGate.isFromTrustedProxy(accepted);
    }

    private void observeBrowser(OriginGate.AcceptedRequest accepted) {
        var observation = Observation.current();
        if (!observation.isObserved()) return;
        var request = accepted.request();
        var cookies = accepted.cookies();
        var sent = request.cookies().keySet();
        var checks = EnumSet.noneOf(AuthCookie.class);
        for (var check : CHECKS) if (sent.contains(cookies.name(check))) checks.add(check);
        boolean hasSession = accepted.sessionCookie().token() != null;
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

    private @Nullable Provider provider(AuthRequest request) {
        var id = request.providerId();
        if (id.isEmpty()) return null;
        return methods.provider(id.get())
                .orElseThrow(() -> new AuthException(ErrorType.INVALID_PROVIDER, "no provider has this id"));
    }

    /** Runs before cookies are validated: a provider's post comes without the visitor's, and must not replace them. */
    private Optional<InternalResponse> carryOver(OriginGate.AcceptedRequest accepted, @Nullable Provider provider) {
        var request = accepted.request();
        if (provider == null || !request.isPost() || !request.isFor(AuthAction.CALLBACK)) return Optional.empty();
        if (!CrossSitePost.is(request)) return Optional.empty();
        return methods.method(provider).carryOver(new MethodRequest(request, accepted.cookies(), request.origin()));
    }
}
