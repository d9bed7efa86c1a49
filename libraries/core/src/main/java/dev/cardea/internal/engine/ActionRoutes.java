package dev.cardea.internal.engine;

import dev.cardea.action.AuthAction;
import dev.cardea.action.InternalResponse;
import dev.cardea.cookies.AuthCookie;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.Headers;
import dev.cardea.internal.flow.Csrf;
import dev.cardea.internal.method.MethodRequest;
import dev.cardea.internal.session.SessionStrategy;
import dev.cardea.json.Claims;
import dev.cardea.provider.Provider;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers the actions of Auth.js, by method and name. */
final class ActionRoutes {
    private final SignInRoutes signIns;
    private final SessionRoutes sessions;
    private final PageRoutes pages;
    private final Csrf csrf;
    private final AuthLogger logger;

    ActionRoutes(SignInRoutes signIns, SessionRoutes sessions, PageRoutes pages, Csrf csrf, AuthLogger logger) {
        this.signIns = signIns;
        this.sessions = sessions;
        this.pages = pages;
        this.csrf = csrf;
        this.logger = logger;
    }

    /** @param provider of the path; {@code null} if it has none */
    InternalResponse answer(
            MethodRequest request, AuthAction action, @Nullable Provider provider, Csrf.Verdict verdict) {
        return request.authRequest().isPost()
                ? post(request, action, provider, verdict)
                : get(request, action, provider, verdict);
    }

    private InternalResponse get(
            MethodRequest request, AuthAction action, @Nullable Provider provider, Csrf.Verdict verdict) {
        return switch (action) {
            case CSRF -> csrfAnswer(request, verdict);
            case PROVIDERS -> pages.providers(request.authRequest());
            case SESSION -> sessions.session(request, null);
            case SIGNIN -> provider == null ? signIns.page(request, verdict) : unknown(request);
            case SIGNOUT -> pages.signOut(request, verdict);
            case CALLBACK -> signIns.callback(request, provider, verdict);
            case ERROR -> pages.error(request);
            case VERIFY_REQUEST -> signIns.verifyRequest(request, verdict);
            case WEBAUTHN_OPTIONS -> signIns.passkeyOptions(request, provider);
        };
    }

    private InternalResponse post(
            MethodRequest request, AuthAction action, @Nullable Provider provider, Csrf.Verdict verdict) {
        return switch (action) {
            case SESSION -> {
                verdict.requireVerified();
                yield sessions.session(
                        request,
                        new SessionStrategy.Update(request.authRequest().body().value("data")));
            }
            case SIGNIN -> {
                verdict.requireVerified();
                yield signIns.begin(request, provider);
            }
            case SIGNOUT -> {
                verdict.requireVerified();
                yield sessions.signOut(request);
            }
            case CALLBACK -> signIns.callback(request, provider, verdict);
            default -> unknown(request);
        };
    }

    private static InternalResponse unknown(MethodRequest request) {
        throw new AuthException(
                ErrorType.UNKNOWN_ACTION,
                "this route doesn't allow " + request.authRequest().http().method());
    }

    private InternalResponse csrfAnswer(MethodRequest request, Csrf.Verdict verdict) {
        if (csrf.isSkipped()) {
            logger.warn("csrf-disabled");
            var gone = List.of(request.cookies().deleted(AuthCookie.CSRF_TOKEN));
            return new InternalResponse(404, Headers.NONE, null, null, gone);
        }
        return InternalResponse.json(200, Claims.of("csrfToken", verdict.token()), List.of());
    }
}
