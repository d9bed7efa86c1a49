package dev.cardea.examples.guides;

import dev.cardea.action.InternalResponse;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.json.Claims;
import dev.cardea.limit.Limit;
import dev.cardea.module.CsrfRule;
import dev.cardea.module.Route;
import dev.cardea.module.RouteRequest;
import dev.cardea.observe.ModuleAction;
import dev.cardea.observe.RequestAction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

// sample
/** Lets a user choose a display name, with a script of the site's own pages. */
record NicknameRoute(Map<String, String> nicknames) implements Route {
    private static final Limit LIMIT = new Limit(10, Duration.ofMinutes(1));

    @Override
    public String name() {
        return "nickname";
    }

    @Override
    public Set<String> methods() {
        return Set.of("GET", "PUT");
    }

    @Override
    public RequestAction action() {
        return ModuleAction.of(NicknameAction.NICKNAME);
    }

    @Override
    public CsrfRule csrf() {
        return CsrfRule.SAME_ORIGIN;
    }

    @Override
    public InternalResponse answer(RouteRequest call) {
        var session = call.session().orElse(null);
        if (session == null) throw new AuthException(ErrorType.ACCESS_DENIED, "no user is signed in");
        var id = String.valueOf(session.user().id());
        if (call.request().mayChange()) {
            call.countAttempt(LIMIT);
            nicknames.put(id, String.valueOf(call.request().field("nickname")));
        }
        return InternalResponse.json(200, Claims.of("nickname", nicknames.get(id)), List.of());
    }
}
// end
