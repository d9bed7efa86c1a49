package dev.cardea.module;

import dev.cardea.action.AuthRequest;
import java.util.Set;

/**
 * A route that a reverse proxy asks about a request of its client, before it lets that request through (nginx:
 * {@code auth_request}, Traefik: {@code ForwardAuth}, Envoy: {@code ext_authz}). Immutable; safe for concurrent use.
 *
 * <p>Only {@code trustedProxies} get a response. For every other peer, and over the bridge, the route does not exist:
 * 404. Proxies repeat method and body of the client's request, so every method passes and the body is ignored. The
 * response sets no cookie unless the route adds one.
 */
public interface ProxyRoute extends Route {
    /** Returns an empty set: every method passes. */
    @Override
    default Set<String> methods() {
        return Set.of();
    }

    /** Returns {@code true}: all of the path that follows the name is {@link AuthRequest#segment}, as it was sent. */
    @Override
    default boolean takesSegment() {
        return true;
    }

    /** Returns {@code true}. */
    @Override
    default boolean isForProxies() {
        return true;
    }

    /** Returns {@link CsrfRule#NONE}: a proxy's question changes nothing. */
    @Override
    default CsrfRule csrf() {
        return CsrfRule.NONE;
    }
}
