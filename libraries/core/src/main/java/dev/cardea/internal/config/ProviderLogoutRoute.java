package dev.cardea.internal.config;

import dev.cardea.action.InternalResponse;
import dev.cardea.internal.flow.LogoutHints;
import dev.cardea.module.CsrfRule;
import dev.cardea.module.Route;
import dev.cardea.module.RouteRequest;
import java.util.Set;

/** A route of logouts in which a provider takes part. The engine answers it. */
public record ProviderLogoutRoute(String name, Set<String> methods, boolean takesSegment, CsrfRule csrf)
        implements Route {
    /** A browser goes to the provider by it, and comes back. */
    public static final ProviderLogoutRoute LOGOUT =
            new ProviderLogoutRoute(LogoutHints.ROUTE, Set.of("GET"), false, CsrfRule.TOKEN);

    /** Providers report here that a user logged out. Their signature is the proof. */
    public static final ProviderLogoutRoute BACK_CHANNEL =
            new ProviderLogoutRoute("backchannel-logout", Set.of("POST"), true, CsrfRule.NONE);

    /** A page of a provider shows it in a frame when a user logs out there. */
    public static final ProviderLogoutRoute FRONT_CHANNEL =
            new ProviderLogoutRoute("frontchannel-logout", Set.of("GET"), true, CsrfRule.NONE);

    /** The names, also of those that are off. */
    static final Set<String> NAMES = Set.of(LOGOUT.name, BACK_CHANNEL.name, FRONT_CHANNEL.name);

    @Override
    public InternalResponse answer(RouteRequest request) {
        throw new UnsupportedOperationException("the engine answers this route");
    }
}
