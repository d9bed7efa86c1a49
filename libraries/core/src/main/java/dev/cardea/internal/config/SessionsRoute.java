package dev.cardea.internal.config;

import dev.cardea.action.InternalResponse;
import dev.cardea.module.Route;
import dev.cardea.module.RouteRequest;
import java.util.Set;

/** The route of the signed-in user's sessions. The engine answers it. */
public final class SessionsRoute implements Route {
    static final String NAME = "sessions";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<String> methods() {
        return Set.of("GET", "POST");
    }

    @Override
    public InternalResponse answer(RouteRequest request) {
        throw new UnsupportedOperationException("the engine answers this route");
    }
}
