package dev.cardea.internal.engine;

import dev.cardea.action.AuthAction;
import dev.cardea.action.BadRequestException;
import dev.cardea.adapter.UsedTokens;
import dev.cardea.bridge.BridgeCall;
import dev.cardea.bridge.BridgeGate;
import dev.cardea.bridge.BridgeMode;
import dev.cardea.bridge.BridgeRefusedException;
import dev.cardea.cookies.AuthCookie;
import dev.cardea.error.AuthException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.internal.config.Settings;
import dev.cardea.internal.cookie.SessionCookie;
import dev.cardea.internal.engine.OriginGate.AcceptedRequest;
import dev.cardea.internal.session.SessionStrategy;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Calls of the site's own server; see {@link dev.cardea.bridge}. */
final class BridgeEndpoint {
    private final AuthEngine engine;
    private final Settings settings;
    private final SignInMethods signInMethods;
    private final OriginGate originGate;
    private final @Nullable BridgeGate gate;

    BridgeEndpoint(AuthEngine engine) {
        this.engine = engine;
        settings = engine.settings;
        signInMethods = engine.signInMethods;
        originGate = engine.originGate;
        gate = settings.bridge ? new BridgeGate(settings.secret, settings.clock, replayCache(signInMethods)) : null;
    }

    /**
     * Remembers the calls that were answered, for all processes that share the store. While the store fails, each process
     * goes by what it remembers itself.
     */
    private static UsedTokens replayCache(SignInMethods signInMethods) {
        var store = signInMethods.store().filter(it -> it.has(UsedTokens.class));
        if (store.isEmpty()) return (key, expires) -> true;
        return (key, expires) -> {
            try {
                return store.get().markUsed(key, expires);
            } catch (AuthException e) {
                signInMethods.publisher().log(e);
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
            signInMethods.publisher().warn("bridge-refused: " + e.getMessage());
            return BridgeResponses.refused(e.getMessage());
        }
        return call.mode() == BridgeMode.FORWARD
                ? engine.browser(call.request(), entry(call), call.assertsOrigin())
                : answer(call);
    }

    private Function<Request, AcceptedRequest> entry(BridgeCall call) {
        return request -> originGate.acceptOverBridge(request, call.assertsOrigin());
    }

    private Response answer(BridgeCall call) {
        AcceptedRequest accepted;
        try {
            accepted = entry(call).apply(call.request());
        } catch (BadRequestException e) {
            var error = new AuthException(ErrorType.UNKNOWN_ACTION, e.getMessage());
            signInMethods.publisher().log(error);
            return BridgeResponses.badRequest(error);
        } catch (ConfigurationException e) {
            signInMethods.publisher().log(e);
            return BridgeResponses.error(e, null, List.of());
        }
        DispatchResult.Failure failure;
        try {
            if (call.mode() == BridgeMode.READ) {
                return engine.within(accepted, call.assertsOrigin(), () -> read(accepted));
            }
            var result = engine.within(accepted, call.assertsOrigin(), () -> engine.dispatchForServer(accepted));
            if (result instanceof DispatchResult.Answer answer) return BridgeResponses.of(answer.response());
            failure = (DispatchResult.Failure) result;
        } catch (RuntimeException e) {
            failure = new DispatchResult.Failure(e, List.of());
        }
        return new ErrorResponder(settings, engine.site, accepted.request(), signInMethods.publisher())
                .toBridge(failure.cause(), failure.cookies());
    }

    /** What can be asked without changing anything. */
    private Response read(AcceptedRequest accepted) {
        var request = accepted.request();
        if (!request.isPost() && request.isFor(AuthAction.PROVIDERS)) {
            boolean secure = originGate.areSecure(accepted.cookies());
            var token = signInMethods.tokenFacts(accepted.cookies().name(AuthCookie.SESSION_TOKEN));
            return BridgeResponses.describing(
                    engine.pages.providers(request).body(), settings, engine.site, accepted.cookies(), secure, token);
        }
        if (request.isPost() || !request.isFor(AuthAction.SESSION)) {
            throw new AuthException(ErrorType.UNKNOWN_ACTION, "only GET session and GET providers are read");
        }
        var read = signInMethods
                .sessions()
                .read(SessionCookie.read(accepted.cookies(), request.cookies()), null, SessionStrategy.Reissue.NEVER);
        ServerView.requireAnswered(read);
        return BridgeResponses.session(ServerView.forSite(read, settings.callbacks));
    }
}
