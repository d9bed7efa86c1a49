package dev.cardea.internal.engine;

import dev.cardea.action.AuthAction;
import dev.cardea.action.BadRequestException;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.UsedTokens;
import dev.cardea.bridge.BridgeCall;
import dev.cardea.bridge.BridgeGate;
import dev.cardea.bridge.BridgeMode;
import dev.cardea.bridge.BridgeRefusedException;
import dev.cardea.bridge.BridgeRoute;
import dev.cardea.error.AuthException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.internal.config.Site;
import dev.cardea.internal.engine.OriginGate.AcceptedRequest;
import dev.cardea.internal.session.EventPublisher;
import dev.cardea.internal.session.SessionStrategy;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Calls of the site's own server; see {@link dev.cardea.bridge}. */
final class BridgeEndpoint {
    private final Site site;
    private final OriginGate originGate;
    private final BrowserEndpoint browsers;
    private final RequestDispatcher dispatcher;
    private final SessionStrategy sessions;
    private final PageRoutes pages;
    private final CoreDescription core;
    private final EventPublisher publisher;
    private final @Nullable BridgeGate gate;

    /**
     * @param browsers answers requests that the site's server sends on
     * @param dispatcher answers its own calls, which need no token
     */
    BridgeEndpoint(
            Site site,
            OriginGate originGate,
            BrowserEndpoint browsers,
            RequestDispatcher dispatcher,
            SessionStrategy sessions,
            PageRoutes pages,
            CoreDescription core,
            @Nullable Store store,
            EventPublisher publisher) {
        this.site = site;
        this.originGate = originGate;
        this.browsers = browsers;
        this.dispatcher = dispatcher;
        this.sessions = sessions;
        this.pages = pages;
        this.core = core;
        this.publisher = publisher;
        var settings = site.settings();
        gate = settings.bridge ? new BridgeGate(settings.secret, settings.clock, replayCache(store, publisher)) : null;
    }

    /**
     * Remembers the calls that were answered, for all processes that share the store. While the store fails, each process
     * goes by what it remembers itself.
     */
    private static UsedTokens replayCache(@Nullable Store store, EventPublisher publisher) {
        if (store == null || !store.has(UsedTokens.class)) return (key, expires) -> true;
        return (key, expires) -> {
            try {
                return store.markUsed(key, expires);
            } catch (AuthException e) {
                publisher.log(e);
                return true;
            }
        };
    }

    /** Rejects an invalid signature outright: the request is never treated as a browser's. */
    Response answer(Request http) {
        if (gate == null) return BridgeResponses.refused("the bridge is off; set bridge");
        BridgeCall call;
        try {
            call = gate.open(http);
        } catch (BridgeRefusedException e) {
            publisher.warn("bridge-refused: " + e.getMessage());
            return BridgeResponses.refused(e.getMessage());
        }
        return call.mode() == BridgeMode.FORWARD ? browsers.answer(call.request(), entry(call)) : answer(call);
    }

    private Function<Request, AcceptedRequest> entry(BridgeCall call) {
        return request -> originGate.acceptOverBridge(request, call.mode(), call.assertsOrigin());
    }

    private Response answer(BridgeCall call) {
        AcceptedRequest accepted;
        try {
            accepted = entry(call).apply(call.request());
        } catch (BadRequestException e) {
            var error = new AuthException(ErrorType.UNKNOWN_ACTION, e.getMessage());
            publisher.log(error);
            return BridgeResponses.badRequest(error);
        } catch (ConfigurationException e) {
            publisher.log(e);
            return BridgeResponses.error(e, null, List.of());
        }
        var application = site.settings().application;
        DispatchResult.Failure failure;
        try {
            if (call.mode() == BridgeMode.READ) {
                return accepted.during(application, () -> read(accepted));
            }
            var result = accepted.during(application, () -> dispatcher.dispatch(accepted));
            if (result instanceof DispatchResult.Answer answer) return BridgeResponses.of(answer.response());
            failure = (DispatchResult.Failure) result;
        } catch (RuntimeException e) {
            failure = new DispatchResult.Failure(e, List.of());
        }
        return new ErrorResponder(site, accepted.request(), publisher).toBridge(failure.cause(), failure.cookies());
    }

    /** What can be asked without changing anything. */
    private Response read(AcceptedRequest accepted) {
        var request = accepted.request();
        if (site.settings().route(request).orElse(null) instanceof BridgeRoute) {
            return BridgeResponses.of(dispatcher.dispatch(accepted).orThrow());
        }
        if (!request.isPost() && request.isFor(AuthAction.PROVIDERS)) {
            boolean secure = originGate.areSecure(accepted.cookies());
            return BridgeResponses.describing(pages.providers(request).body(), core.of(accepted.cookies(), secure));
        }
        if (request.isPost() || !request.isFor(AuthAction.SESSION)) {
            throw new AuthException(ErrorType.UNKNOWN_ACTION, "only GET session and GET providers are read");
        }
        var read = sessions.read(accepted.sessionCookie(), null, SessionStrategy.Reissue.NEVER);
        ServerView.requireAnswered(read);
        return BridgeResponses.session(ServerView.forSite(read, site.settings().callbacks));
    }
}
