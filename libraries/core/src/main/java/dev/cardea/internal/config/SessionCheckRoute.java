package dev.cardea.internal.config;

import dev.cardea.action.InternalResponse;
import dev.cardea.bridge.BridgeMode;
import dev.cardea.bridge.BridgeRoute;
import dev.cardea.module.RouteRequest;
import java.util.Set;

/** The route by which a site that reads its tokens itself asks whether a session still exists. The engine answers it. */
public final class SessionCheckRoute implements BridgeRoute {
    public static final String NAME = "session-check";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public BridgeMode mode() {
        return BridgeMode.READ;
    }

    @Override
    public Set<String> methods() {
        return Set.of("GET");
    }

    @Override
    public InternalResponse answer(RouteRequest request) {
        throw new UnsupportedOperationException("the engine answers this route");
    }
}
