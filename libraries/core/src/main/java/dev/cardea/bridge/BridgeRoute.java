package dev.cardea.bridge;

import dev.cardea.module.CsrfRule;
import dev.cardea.module.Route;

/**
 * A route that the site's own server asks by signed calls of one mode. Immutable; safe for concurrent use.
 *
 * <p>For browsers, for proxies and for calls of another mode, the route does not exist: 404. The response sets no cookie
 * unless the route adds one.
 */
public interface BridgeRoute extends Route {
    /** Returns the mode of the calls: {@link BridgeMode#ACT}, or {@link BridgeMode#READ} if nothing is written. */
    BridgeMode mode();

    /** Returns {@link CsrfRule#NONE}: the signature proves who asks. */
    @Override
    default CsrfRule csrf() {
        return CsrfRule.NONE;
    }
}
