package dev.cardea.examples.guides;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.action.CsrfRule;
import dev.cardea.action.InternalResponse;
import dev.cardea.action.Route;
import dev.cardea.action.RouteRequest;
import dev.cardea.config.Env;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.limit.Limit;
import dev.cardea.observe.Choice;
import dev.cardea.observe.ModuleAction;
import dev.cardea.observe.RequestAction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class ModuleRoutesTest {
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
            return ModuleAction.of(Action.NICKNAME);
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

    // sample
    /** The names of the module's routes in meters and traces. */
    enum Action implements Choice {
        NICKNAME
    }
    // end

    // sample
    /** The module: one line in the application's configuration adds it. */
    record Nicknames(Map<String, String> nicknames) implements AuthConfig.Extension {
        @Override
        public void configure(AuthConfig.Builder config, Env env) {
            config.route(new NicknameRoute(nicknames));
        }
    }
    // end

    private final Map<String, String> nicknames = new ConcurrentHashMap<>();

    @Test
    void the_route_of_a_module_is_served_below_the_base_path() {
        var config = AuthConfig.builder().env(Env.none()).secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63");
        // sample
        config.extension(new Nicknames(nicknames));
        // end
        var auth = Auth.of(config);
        var request = Request.get("http://localhost/auth/nickname");
        assertTrue(auth.handles(request));
        assertEquals("{\"error\":\"AccessDenied\"}", auth.handle(request).text());
    }
}
