package dev.cardea.internal.engine;

import dev.cardea.action.AuthRequest;
import dev.cardea.action.BadRequestException;
import dev.cardea.action.InternalResponse;
import dev.cardea.action.ProxyRoute;
import dev.cardea.action.Route;
import dev.cardea.bridge.BridgeSigner;
import dev.cardea.error.AuthException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.RequestFilter;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.internal.config.Settings;
import dev.cardea.internal.config.Site;
import dev.cardea.internal.flow.Csrf;
import dev.cardea.internal.limit.RateLimitGuard;
import dev.cardea.internal.observe.AddedObservers;
import dev.cardea.internal.observe.RequestObservation;
import dev.cardea.internal.session.EventPublisher;
import dev.cardea.limit.RateLimiter;
import dev.cardea.recorder.Recorder;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs one configuration: answers requests of browsers, and holds the entries for the bridge and for code. */
public final class AuthEngine {
    public final Settings settings;
    public final Site site;
    private final RequestFilter filter;
    final OriginGate originGate;
    final SignInMethods signInMethods;
    final RateLimitGuard rateLimitGuard;
    final PageRoutes pages;
    final RequestSteps steps;
    private final @Nullable String transportSecurity;
    private final CrossOriginAccess crossOriginAccess;
    private final RequestDispatcher browsers;
    private final RequestDispatcher servers;
    private final BridgeEndpoint bridge;
    private final ServerActions serverActions;
    private final @Nullable StoreProbe storeProbe;

    /**
     * @param contextPath of the application; empty for none
     * @param byRequest whether a function of the request made the configuration; its providers are then reached at
     *     public addresses only
     * @param counter counts attempts unless the configuration sets its own counter
     * @param recorder keeps the steps of failed sign-ins, unless the configuration switches it off
     * @param observers observe beside those of the configuration
     */
    public AuthEngine(
            Settings settings,
            String contextPath,
            boolean byRequest,
            RateLimiter counter,
            Recorder recorder,
            AddedObservers observers) {
        this.settings = settings;
        site = settings.site(contextPath);
        filter = settings.filter.at(site.paths().contextPath(), site.paths().received());
        originGate = new OriginGate(settings, site);
        rateLimitGuard = new RateLimitGuard(
                settings.rateLimits,
                counter,
                settings.secret,
                error -> new EventPublisher(settings.events, settings.logger).log(error));
        signInMethods = new SignInMethods(
                settings,
                site,
                byRequest,
                (mailbox, request) -> rateLimitGuard.mail(mailbox, originGate.client(request)));
        pages = new PageRoutes(settings, site);
        steps = new RequestSteps(settings, site, recorder, observers, signInMethods.publisher());
        transportSecurity = settings.address.transportSecurity();
        crossOriginAccess = new CrossOriginAccess(settings.allowedOrigins);
        var csrf = new Csrf(
                settings.secret,
                settings.randomness,
                settings.skipCsrfCheck,
                settings.allowCrossSitePosts,
                settings.allowedOrigins);
        browsers = new RequestDispatcher(this, csrf, false);
        servers = new RequestDispatcher(
                this, new Csrf(settings.secret, settings.randomness, true, true, settings.allowedOrigins), true);
        bridge = new BridgeEndpoint(this);
        serverActions = new ServerActions(this);
        storeProbe = settings.adapter == null ? null : new StoreProbe(settings.adapter);
    }

    /** Asks the store, if there is one, and waits for its answer. */
    public boolean isHealthy() {
        return storeProbe == null || storeProbe.answers();
    }

    public ServerActions serverActions() {
        return serverActions;
    }

    /** Returns whether a request is below the base path, or for a page of a filter. */
    public boolean handles(Request http) {
        return http.path().startsWith(site.paths().received() + "/") || filter.handles(http.path());
    }

    public Response handle(Request http) {
        return filter.handle(http, request -> steps.route(request, () -> routes(request)));
    }

    private Response routes(Request http) {
        var answer = http.headers().has(BridgeSigner.HEADER) ? bridge.answer(http) : fromBrowser(http);
        return transportSecurity == null
                ? answer
                : answer.headers(answer.headers().set("Strict-Transport-Security", transportSecurity));
    }

    private Response fromBrowser(Request http) {
        if (settings.allowedOrigins.isEmpty()) return browser(http);
        Optional<Route> route;
        try {
            route = AuthRequest.route(http.path(), site.paths().received(), settings.routes);
        } catch (BadRequestException e) {
            return crossOriginAccess.mark(http, browser(http));
        }
        // A proxy asks about a request of a browser, and may repeat its method and headers: 204 would let it pass.
        if (route.filter(ProxyRoute.class::isInstance).isPresent()) return browser(http);
        var answer = crossOriginAccess.isPreflight(http) ? CrossOriginAccess.preflight() : browser(http);
        return crossOriginAccess.mark(http, answer);
    }

    private Response browser(Request http) {
        return browser(http, originGate::accept, false);
    }

    /**
     * @param entry validates origin and host of the request
     * @param isSigned whether a signed call asserted the origin
     */
    public Response browser(Request http, Function<Request, OriginGate.AcceptedRequest> entry, boolean isSigned) {
        OriginGate.AcceptedRequest accepted;
        try {
            accepted = entry.apply(http);
        } catch (BadRequestException e) {
            fail(ErrorType.UNKNOWN_ACTION);
            signInMethods.publisher().log(new AuthException(ErrorType.UNKNOWN_ACTION, e.getMessage()));
            return ResponseWriter.badRequest();
        } catch (ConfigurationException e) {
            fail(e.type());
            return MisconfiguredResponder.of(e, settings)
                    .at(site.paths().contextPath())
                    .answer(http);
        }
        DispatchResult.Failure failure;
        try {
            var result = within(accepted, isSigned, () -> browsers.dispatch(accepted));
            if (result instanceof DispatchResult.Answer answer) {
                return write(answer.response(), accepted.request());
            }
            failure = (DispatchResult.Failure) result;
        } catch (RuntimeException e) {
            failure = new DispatchResult.Failure(e, List.of());
        }
        return new ErrorResponder(settings, site, accepted.request(), signInMethods.publisher())
                .answer(failure.cause(), failure.cookies());
    }

    private static Response write(InternalResponse answer, AuthRequest request) {
        var response = ResponseWriter.write(answer, request.returnsRedirect());
        var age = request.route().map(Route::cachedFor).orElse(null);
        return age == null ? response : ResponseWriter.cachedFor(age, response);
    }

    /** @throws AuthException where the request is refused */
    public InternalResponse raw(Request http) {
        return steps.call(http, () -> rawAnswer(http));
    }

    private InternalResponse rawAnswer(Request http) {
        try {
            var accepted = originGate.accept(http);
            return within(accepted, false, () -> browsers.dispatch(accepted)).orThrow();
        } catch (BadRequestException e) {
            signInMethods.publisher().log(new AuthException(ErrorType.UNKNOWN_ACTION, e.getMessage()));
            return InternalResponse.json(400, "Bad request.", List.of());
        } catch (AuthException e) {
            fail(e.type());
            signInMethods.publisher().log(e);
            throw e;
        }
    }

    private static void fail(ErrorType type) {
        var observation = RequestObservation.current();
        if (observation != null) observation.fail(type);
    }

    /** Handles a request so that an application in another process knows for which of its sites. */
    <T> T within(OriginGate.AcceptedRequest accepted, boolean isSigned, Supplier<T> handling) {
        return settings.application.during(accepted.request().origin(), isSigned, handling);
    }

    /** Dispatches a request for which the caller vouches: it needs no token. */
    DispatchResult dispatchForServer(OriginGate.AcceptedRequest accepted) {
        return servers.dispatch(accepted);
    }
}
