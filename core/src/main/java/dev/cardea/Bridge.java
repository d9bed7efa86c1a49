package dev.cardea;

import dev.cardea.Entrance.Entered;
import dev.cardea.action.AuthAction;
import dev.cardea.action.BadRequestException;
import dev.cardea.bridge.BridgeCall;
import dev.cardea.bridge.BridgeGate;
import dev.cardea.bridge.BridgeMode;
import dev.cardea.bridge.BridgeRefusedException;
import dev.cardea.cookie.AuthCookie;
import dev.cardea.cookie.SessionCookie;
import dev.cardea.error.AuthException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.session.SessionStrategy;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Calls of the site's own server; see {@link dev.cardea.bridge}. */
final class Bridge {
    private final Engine engine;
    private final AuthConfig config;
    private final Rooms rooms;
    private final Entrance entrance;
    private final @Nullable BridgeGate gate;

    Bridge(Engine engine) {
        this.engine = engine;
        config = engine.config;
        rooms = engine.rooms;
        entrance = engine.entrance;
        gate = config.bridge ? new BridgeGate(config.secret, config.clock, rooms.sharedActs()) : null;
    }

    /** A signature that is not good is refused: what it was meant to vouch for is nobody's word then. */
    Response answer(Request http) {
        if (gate == null) return BridgeAnswers.refused("the bridge is off; set bridge");
        BridgeCall call;
        try {
            call = gate.open(http);
        } catch (BridgeRefusedException e) {
            rooms.telling().warn("bridge-refused: " + e.getMessage());
            return BridgeAnswers.refused(e.getMessage());
        }
        return call.mode() == BridgeMode.FORWARD
                ? engine.browser(call.request(), entry(call), call.assertsOrigin())
                : told(call);
    }

    private Function<Request, Entered> entry(BridgeCall call) {
        return call.assertsOrigin() ? entrance::enterVouched : entrance::enter;
    }

    private Response told(BridgeCall call) {
        Entered entered;
        try {
            entered = entry(call).apply(call.request());
        } catch (BadRequestException e) {
            var error = new AuthException(ErrorType.UNKNOWN_ACTION, e.getMessage());
            rooms.telling().log(error);
            return BridgeAnswers.badRequest(error);
        } catch (ConfigurationException e) {
            rooms.telling().log(e);
            return BridgeAnswers.error(e, null, List.of());
        }
        var act = engine.actOfCode(entered);
        try {
            return engine.within(
                    entered,
                    call.assertsOrigin(),
                    () -> call.mode() == BridgeMode.READ ? look(entered) : BridgeAnswers.of(act.dispatch()));
        } catch (RuntimeException e) {
            return new Failure(config, entered.request(), rooms.telling()).toBridge(e, act.failureCookies());
        }
    }

    /** What can be asked without changing anything. */
    private Response look(Entered entered) {
        var request = entered.request();
        if (!request.isPost() && request.action() == AuthAction.PROVIDERS) {
            boolean secure = entrance.areSecure(entered.cookies());
            var token = rooms.tokenFacts(entered.cookies().name(AuthCookie.SESSION_TOKEN));
            return BridgeAnswers.describing(rooms.describe(request).body(), config, entered.cookies(), secure, token);
        }
        if (request.isPost() || request.action() != AuthAction.SESSION) {
            throw new AuthException(ErrorType.UNKNOWN_ACTION, "only GET session and GET providers are read");
        }
        var read = rooms.sessions()
                .read(SessionCookie.read(entered.cookies(), request.cookies()), null, SessionStrategy.Reissue.NEVER);
        ServerView.requireAnswered(read);
        return BridgeAnswers.session(ServerView.forSite(read, config.callbacks));
    }
}
