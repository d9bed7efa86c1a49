package dev.cardea.internal.engine;

import dev.cardea.action.InternalResponse;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Cookie;
import dev.cardea.internal.flow.Csrf;
import dev.cardea.internal.flow.SignInFlow;
import dev.cardea.internal.limit.RateLimitGuard;
import dev.cardea.internal.method.InvalidCodeException;
import dev.cardea.internal.method.MethodRequest;
import dev.cardea.internal.method.SignInMethod;
import dev.cardea.internal.method.Traits;
import dev.cardea.internal.net.IpAddress;
import dev.cardea.provider.Provider;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Begins and completes sign-ins, and shows the page for them. */
final class SignInRoutes {
    /** What a browser fetches before the visitor opens it must not use up a link or a code. It asks again then. */
    static final InternalResponse NOT_PREFETCHED =
            InternalResponse.json(503, "A sign-in can't be prefetched.", List.of());

    private final SignInMethods methods;
    private final SignInFlow flow;
    private final PageRoutes pages;
    private final LinkingUser linkingUser;
    private final RateLimitGuard rateLimitGuard;
    private final OriginGate originGate;

    SignInRoutes(
            SignInMethods methods,
            SignInFlow flow,
            PageRoutes pages,
            LinkingUser linkingUser,
            RateLimitGuard rateLimitGuard,
            OriginGate originGate) {
        this.methods = methods;
        this.flow = flow;
        this.pages = pages;
        this.linkingUser = linkingUser;
        this.rateLimitGuard = rateLimitGuard;
        this.originGate = originGate;
    }

    /** A callback that failed, with the cookies to clear: those of the sign-in that it was to complete. */
    static final class CallbackFailure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        final transient RuntimeException failure;
        final transient List<Cookie> cleared;
        final transient @Nullable InternalResponse page;

        /** @param page where the visitor can try again; {@code null} for the page that the error has */
        CallbackFailure(RuntimeException failure, List<Cookie> cleared, @Nullable InternalResponse page) {
            super(null, failure, false, false);
            this.failure = failure;
            this.cleared = cleared;
            this.page = page;
        }
    }

    InternalResponse page(MethodRequest request, Csrf.Verdict verdict) {
        return pages.signIn(request, verdict, () -> linkingUser.find(request.sessionCookie()));
    }

    /** The page after a mail was sent. It says what arrives: a link, or a code for which it has a field. */
    InternalResponse verifyRequest(MethodRequest request, Csrf.Verdict verdict) {
        var id = request.authRequest().query().get("provider");
        var code = methods.providers().stream()
                .filter(provider -> id == null || id.equals(provider.id()))
                .flatMap(provider -> methods.method(provider).requestedCode(request).stream())
                .findFirst();
        return pages.verifyRequest(request, verdict, code.orElse(null));
    }

    InternalResponse begin(MethodRequest request, @Nullable Provider provider) {
        if (provider == null) return pages.toSignIn(request);
        var chosen = methods.method(provider);
        if (chosen.traits().start() != Traits.Start.REQUEST) return pages.toSignIn(request);
        rateLimitGuard.signInStart(client(request));
        return flow.begin(chosen, request);
    }

    /** Begins a sign-in for which a provider asked. */
    InternalResponse initiate(MethodRequest request, Provider provider) {
        rateLimitGuard.signInStart(client(request));
        return flow.initiate(methods.method(provider), request);
    }

    InternalResponse callback(MethodRequest request, @Nullable Provider provider, Csrf.Verdict verdict) {
        if (provider == null)
            throw new AuthException(ErrorType.INVALID_PROVIDER, "the callback URL must end with the provider's ID");
        var called = methods.method(provider);
        var traits = called.traits();
        if (!request.authRequest().isPost()) {
            switch (traits.callbackGet()) {
                case COMPLETE -> {
                    if (Prefetch.is(request.authRequest().http())) return NOT_PREFETCHED;
                }
                case BOUND -> {
                    if (Prefetch.is(request.authRequest().http())) return NOT_PREFETCHED;
                    if (!isRequestedHere(called, request)) return pages.boundLink(request);
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
        if (needsToken(request, traits)) verdict.requireVerified();
        // A rate-limited visitor keeps the cookies of the sign-in: they are cleared only where it was tried.
        var permit = called.permit(rateLimitGuard, request, client(request));
        var answer = complete(called, request, verdict);
        permit.refund();
        return answer;
    }

    /** Whether this browser requested the link of the request. Anywhere else nothing is looked up for it. */
    private static boolean isRequestedHere(SignInMethod called, MethodRequest request) {
        var email = request.authRequest().query().get("email");
        return called.requestedCode(request)
                .filter(code -> code.email() != null && code.email().equals(email))
                .isPresent();
    }

    private InternalResponse complete(SignInMethod called, MethodRequest request, Csrf.Verdict verdict) {
        try {
            return flow.complete(called, request);
        } catch (InvalidCodeException e) {
            boolean isEntered = request.authRequest().isPost();
            var code = called.requestedCode(request).orElseThrow();
            throw new CallbackFailure(
                    e, called.abandoned(request), isEntered ? pages.wrongCode(request, verdict, code, e) : null);
        } catch (RuntimeException e) {
            throw new CallbackFailure(e, called.abandoned(request), null);
        }
    }

    private static boolean needsToken(MethodRequest request, Traits traits) {
        if (traits.callbackGet() == Traits.CallbackGet.BOUND
                && !request.authRequest().isPost()) return false;
        return switch (traits.csrf()) {
            case REQUIRED -> true;
            case IF_SENT -> request.authRequest().body().has("csrfToken");
            case NOT_NEEDED -> false;
        };
    }

    /** What a script of the sign-in page asks for before it calls the browser. */
    InternalResponse passkeyOptions(MethodRequest request, @Nullable Provider provider) {
        var method = Optional.ofNullable(provider)
                .map(methods::method)
                .filter(found -> found.traits().start() == Traits.Start.SCRIPT)
                .orElseThrow(() -> new AuthException(
                        ErrorType.INVALID_PROVIDER, "passkey options need the ID of a passkey provider"));
        // Pages request options on their own, for autofill. A request with an address begins a sign-in, or probes
        // for users.
        if (request.authRequest().query().containsKey("email")) rateLimitGuard.signInStart(client(request));
        return method.options(request);
    }

    private Optional<IpAddress> client(MethodRequest request) {
        return originGate.client(request.authRequest());
    }
}
