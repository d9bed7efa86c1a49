package dev.cardea.internal.engine;

import dev.cardea.action.AuthRequest;
import dev.cardea.action.BadRequestException;
import dev.cardea.action.InternalResponse;
import dev.cardea.error.AuthException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.internal.config.OwnRoute;
import dev.cardea.internal.config.Site;
import dev.cardea.internal.engine.OriginGate.AcceptedRequest;
import dev.cardea.internal.observe.RequestObservation;
import dev.cardea.internal.session.EventPublisher;
import dev.cardea.module.Route;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Requests of browsers, whether they arrive directly or the site's own server sends them on. */
final class BrowserEndpoint {
    private final Site site;
    private final OriginGate originGate;
    private final RequestDispatcher dispatcher;
    private final EventPublisher publisher;
    private final CrossOriginAccess crossOriginAccess;

    BrowserEndpoint(Site site, OriginGate originGate, RequestDispatcher dispatcher, EventPublisher publisher) {
        this.site = site;
        this.originGate = originGate;
        this.dispatcher = dispatcher;
        this.publisher = publisher;
        crossOriginAccess = new CrossOriginAccess(site.settings().allowedOrigins);
    }

    Response answer(Request http) {
        var settings = site.settings();
        if (settings.allowedOrigins.isEmpty()) return direct(http);
        Optional<String> route;
        try {
            route = AuthRequest.route(http.path(), site.paths().received(), settings.routes);
        } catch (BadRequestException e) {
            return crossOriginAccess.mark(http, direct(http));
        }
        if (isLogout(route)) return direct(http);
        // A proxy asks about a request of a browser, and may repeat its method and headers: 204 would let it pass.
        if (route.map(settings.routes::get).filter(Route::isForProxies).isPresent()) return direct(http);
        var answer = crossOriginAccess.isPreflight(http) ? CrossOriginAccess.preflight() : direct(http);
        return crossOriginAccess.mark(http, answer);
    }

    private Response direct(Request http) {
        return answer(http, originGate::accept);
    }

    /** @param entry validates origin and host of the request */
    Response answer(Request http, Function<Request, AcceptedRequest> entry) {
        AcceptedRequest accepted;
        try {
            accepted = entry.apply(http);
        } catch (BadRequestException e) {
            fail(ErrorType.UNKNOWN_ACTION);
            publisher.log(new AuthException(ErrorType.UNKNOWN_ACTION, e.getMessage()));
            return ResponseWriter.badRequest();
        } catch (ConfigurationException e) {
            fail(e.type());
            return MisconfiguredResponder.of(e, site).answer(http);
        }
        DispatchResult.Failure failure;
        try {
            var result = dispatch(accepted);
            if (result instanceof DispatchResult.Answer answer) {
                return write(answer.response(), accepted.request());
            }
            failure = (DispatchResult.Failure) result;
        } catch (RuntimeException e) {
            failure = new DispatchResult.Failure(e, List.of());
        }
        return new ErrorResponder(site, accepted.request(), publisher).answer(failure);
    }

    private DispatchResult dispatch(AcceptedRequest accepted) {
        return accepted.during(site.settings().application, () -> dispatcher.dispatch(accepted));
    }

    private Response write(InternalResponse answer, AuthRequest request) {
        var response = ResponseWriter.write(answer, request.returnsRedirect() && !isLogout(request.route()));
        var age = site.settings().route(request).map(Route::cachedFor).orElse(null);
        return age == null ? response : ResponseWriter.cachedFor(age, response);
    }

    /** Returns whether the response may lead to a provider with an ID token, which no script may read. */
    private static boolean isLogout(Optional<String> route) {
        return route.filter(OwnRoute.LOGOUT.name()::equals).isPresent();
    }

    /** @throws AuthException where the request is refused */
    InternalResponse raw(Request http) {
        try {
            return dispatch(originGate.accept(http)).orThrow();
        } catch (BadRequestException e) {
            publisher.log(new AuthException(ErrorType.UNKNOWN_ACTION, e.getMessage()));
            return InternalResponse.json(400, "Bad request.", List.of());
        } catch (AuthException e) {
            fail(e.type());
            publisher.log(e);
            throw e;
        }
    }

    private static void fail(ErrorType type) {
        var observation = RequestObservation.current();
        if (observation != null) observation.fail(type);
    }
}
