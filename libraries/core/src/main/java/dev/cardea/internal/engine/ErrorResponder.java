package dev.cardea.internal.engine;

import dev.cardea.action.AuthAction;
import dev.cardea.action.AuthRequest;
import dev.cardea.error.ApplicationUnavailableException;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.error.TooManyRequestsException;
import dev.cardea.hook.Events;
import dev.cardea.http.Cookie;
import dev.cardea.http.CookieOptions;
import dev.cardea.http.Form;
import dev.cardea.http.Response;
import dev.cardea.internal.config.OwnRoute;
import dev.cardea.internal.config.Site;
import dev.cardea.internal.flow.Redirects;
import dev.cardea.internal.observe.RequestObservation;
import dev.cardea.internal.page.ErrorView;
import dev.cardea.internal.page.Pages;
import dev.cardea.internal.session.EventPublisher;
import dev.cardea.json.Claims;
import dev.cardea.module.CsrfRule;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one place where a refused request becomes an answer: a row of {@link ErrorType} decides page and code, its {@link
 * FailureKind} the status.
 */
final class ErrorResponder {
    /** Carries the reference to the page that shows it; not part of the address, which others read too. */
    static final String ERROR_ID_COOKIE = "cardea.error-id";

    /** Seconds. */
    private static final String RETRY_AFTER = "5";

    private final Site site;
    private final AuthRequest request;
    private final EventPublisher publisher;

    ErrorResponder(Site site, AuthRequest request, EventPublisher publisher) {
        this.site = site;
        this.request = request;
        this.publisher = publisher;
    }

    Response answer(DispatchResult.Failure failure) {
        var kept = failure.cookies();
        var page = failure.page();
        var error = reported(failure.cause(), page == null ? null : Step.Answer.Page.VERIFY_REQUEST);
        if (page != null) {
            return ResponseWriter.write(page.after(kept), request.returnsRedirect())
                    .header(ResponseWriter.ERROR_ID, error.errorId());
        }
        if (error instanceof TooManyRequestsException refused) return wait(refused, kept);
        if (error instanceof ApplicationUnavailableException) return unavailable(error, kept);
        return ResponseWriter.uncached(written(error).cookies(sent(error, kept)))
                .header(ResponseWriter.ERROR_ID, error.errorId());
    }

    /** For a caller over the bridge, who gets to know the type. */
    Response toBridge(RuntimeException failure, List<Cookie> kept) {
        var error = reported(failure, null);
        return BridgeResponses.error(error, url(error), kept);
    }

    /** @param page that the visitor sees; {@code null} for the page that the error has */
    private AuthException reported(RuntimeException failure, Step.Answer.@Nullable Page page) {
        var error = typed(failure);
        publisher.log(error);
        observe(error, page);
        if (request.isSignIn())
            publisher.publish((events, cause) -> events.signInFailed(
                    new Events.SignInFailed(error.type(), request.providerId().orElse(null), error.errorId(), cause)));
        return error;
    }

    private void observe(AuthException error, Step.Answer.@Nullable Page shown) {
        var observation = RequestObservation.current();
        if (observation == null) return;
        observation.fail(error.type());
        if (request.isSignIn()) {
            var provider = request.providerId().map(observation::provider).orElse(ProviderId.UNKNOWN);
            observation.add(new Step.SignInEnd(provider, Step.SignInEnd.Result.FAILURE, error.type(), null));
        }
        if (request.isFor(AuthAction.SESSION)) return;
        var page = visible(error).page() == ErrorType.Page.SIGN_IN ? Step.Answer.Page.SIGN_IN : Step.Answer.Page.ERROR;
        observation.add(new Step.Answer(shown == null ? page : shown, visible(error)));
    }

    private AuthException typed(RuntimeException failure) {
        if (failure instanceof AuthException error) return error;
        var type = request.isFor(AuthAction.CALLBACK) ? ErrorType.CALLBACK_ROUTE_ERROR : ErrorType.AUTH_ERROR;
        return new AuthException(
                type,
                "unexpected: " + failure.getClass().getSimpleName(),
                failure,
                request.providerId().orElse(null));
    }

    /** The built-in page even where the application has its own: a redirect would lose the status, and ask for more. */
    private Response wait(TooManyRequestsException refused, List<Cookie> kept) {
        return ResponseWriter.uncached(
                        unredirected(refused, refused.retryAfter()).cookies(kept))
                .header("Retry-After", String.valueOf(refused.retryAfter()))
                .header(ResponseWriter.ERROR_ID, refused.errorId());
    }

    /** As above: the built-in page, with a status that tells proxies and clients to come again. */
    private Response unavailable(AuthException error, List<Cookie> kept) {
        return ResponseWriter.uncached(unredirected(error, null).cookies(kept))
                .header("Retry-After", RETRY_AFTER)
                .header(ResponseWriter.ERROR_ID, error.errorId());
    }

    private Response unredirected(AuthException error, @Nullable Long retryAfter) {
        int status = FailureKind.of(error.type()).status();
        if (isForPrograms()) return json(error);
        return request.returnsRedirect()
                ? Response.json(status, Claims.of("url", url(error)).toJson())
                : page(status, error, retryAfter);
    }

    /** Whether scripts or programs call the route, which have no use for a page. Browsers begin a sign-in by one of them. */
    private boolean isForPrograms() {
        return site.settings()
                .route(request)
                .filter(route -> route.csrf() != CsrfRule.TOKEN && !route.equals(OwnRoute.INITIATE))
                .isPresent();
    }

    private static Response json(AuthException error) {
        return Response.json(
                FailureKind.of(error.type()).status(),
                Claims.of("error", visible(error).publicCode())
                        .withPresent("code", error.code())
                        .toJson());
    }

    private Response page(int status, AuthException error, @Nullable Long retryAfter) {
        var texts = site.settings().texts;
        var locale = texts.locale(request.http().header("accept-language").orElse(null));
        var view = new ErrorView(
                error.type().publicCode(),
                request.origin() + site.paths().home(),
                request.baseUrl() + "/signin",
                error.errorId(),
                retryAfter);
        return new Pages(site.settings().siteName, site.theme(), texts).error(status, view, locale);
    }

    private Response written(AuthException error) {
        if (request.isFor(AuthAction.SESSION)) return Response.json(request.isPost() ? 400 : 200, "null");
        if (isForPrograms()) return json(error);
        // The redirect callback is asked for this page too: where it fails, the browser would come back for ever.
        if (request.isFor(AuthAction.ERROR) && !request.isPost() && site.pages().error() == null) {
            return page(FailureKind.of(error.type()).status(), error, null);
        }
        var url = url(error);
        return request.returnsRedirect()
                ? Response.json(200, Claims.of("url", url).toJson())
                : Response.redirect(url);
    }

    private String url(AuthException error) {
        var parameters = new LinkedHashMap<String, String>();
        parameters.put("error", visible(error).publicCode());
        if (error.code() != null) parameters.put("code", error.code());
        var page = visible(error).page() == ErrorType.Page.SIGN_IN ? PageAddress.signIn(site) : PageAddress.error(site);
        return Redirects.page(page, request.origin(), Form.encode(parameters));
    }

    /** A profile that could not be read is the provider's fault, and that is all a visitor can use. */
    private static ErrorType visible(AuthException error) {
        return error.type() == ErrorType.OAUTH_PROFILE_PARSE_ERROR ? ErrorType.OAUTH_CALLBACK_ERROR : error.type();
    }

    private List<Cookie> sent(AuthException error, List<Cookie> kept) {
        var all = new ArrayList<>(kept);
        if (!request.isFor(AuthAction.SESSION) && !isForPrograms()) {
            var options = CookieOptions.DEFAULT.secure(request.isHttps()).maxAge(60L);
            all.add(new Cookie(ERROR_ID_COOKIE, error.errorId(), options));
        }
        return all;
    }
}
