package dev.cardea.internal.config;

import dev.cardea.action.InternalResponse;
import dev.cardea.internal.flow.LogoutHints;
import dev.cardea.module.CsrfRule;
import dev.cardea.module.Route;
import dev.cardea.module.RouteRequest;
import java.util.Set;

/** A route of Cardea that Auth.js doesn't have. It exists where a setting needs it, and the engine answers it. */
public record OwnRoute(String name, Set<String> methods, boolean takesSegment, CsrfRule csrf) implements Route {
    /** The sessions of the signed-in user. */
    public static final OwnRoute SESSIONS = new OwnRoute("sessions", Set.of("GET", "POST"), false, CsrfRule.TOKEN);

    /** A browser goes to the provider by it, and comes back. */
    public static final OwnRoute LOGOUT = new OwnRoute(LogoutHints.ROUTE, Set.of("GET"), false, CsrfRule.TOKEN);

    /** Providers report here that a user logged out. Their signature is the proof. */
    public static final OwnRoute BACK_CHANNEL = new OwnRoute("backchannel-logout", Set.of("POST"), true, CsrfRule.NONE);

    /** A page of a provider shows it in a frame when a user logs out there. */
    public static final OwnRoute FRONT_CHANNEL =
            new OwnRoute("frontchannel-logout", Set.of("GET"), true, CsrfRule.NONE);

    /** A provider or its portal sends a browser here to begin a sign-in. It grants nothing, so no token is required. */
    public static final OwnRoute INITIATE = new OwnRoute("initiate", Set.of("GET", "POST"), false, CsrfRule.NONE);

    /** The names, also of routes that are off: no module's route has one of them. */
    static final Set<String> NAMES = Set.of(
            SESSIONS.name, SessionCheckRoute.NAME, LOGOUT.name, BACK_CHANNEL.name, FRONT_CHANNEL.name, INITIATE.name);

    @Override
    public InternalResponse answer(RouteRequest request) {
        throw new UnsupportedOperationException("the engine answers this route");
    }
}
