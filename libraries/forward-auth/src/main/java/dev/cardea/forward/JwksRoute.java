package dev.cardea.forward;

import dev.cardea.action.InternalResponse;
import dev.cardea.json.Claims;
import dev.cardea.module.CsrfRule;
import dev.cardea.module.Route;
import dev.cardea.module.RouteRequest;
import dev.cardea.observe.RequestAction;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Publishes the keys of identity tokens (RFC 7517), one for each secret. */
final class JwksRoute implements Route {
    private static final Duration CACHED = Duration.ofMinutes(5);

    private final Claims body;

    JwksRoute(List<IdentityKey> keys) {
        body = Claims.of("keys", keys.stream().map(key -> key.toJwk().asMap()).toList());
    }

    @Override
    public String name() {
        return "jwks";
    }

    @Override
    public RequestAction action() {
        return ForwardAction.JWKS.action();
    }

    @Override
    public Set<String> methods() {
        return Set.of("GET");
    }

    @Override
    public CsrfRule csrf() {
        return CsrfRule.NONE;
    }

    @Override
    public Duration cachedFor() {
        return CACHED;
    }

    @Override
    public InternalResponse answer(RouteRequest call) {
        return InternalResponse.json(200, body, List.of()).header("Access-Control-Allow-Origin", "*");
    }
}
