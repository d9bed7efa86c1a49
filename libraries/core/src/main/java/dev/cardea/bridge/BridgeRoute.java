package dev.cardea.bridge;

import dev.cardea.module.CsrfRule;
import dev.cardea.module.Route;

/**
 * A route that the site's own server calls through the bridge, in one mode. Immutable; safe for concurrent use.
 *
 * <p>Browsers, proxies and calls in another mode get 404, as if the route didn't exist. The response sets no cookie unless
 * the route adds one.
 */
public interface BridgeRoute extends Route {
    /** Returns the mode of the calls: {@link BridgeMode#READ} if the route writes nothing, else {@link BridgeMode#ACT}. */
    BridgeMode mode();

    /** Returns {@link CsrfRule#NONE}: the signature proves who calls. */
    @Override
    default CsrfRule csrf() {
        return CsrfRule.NONE;
    }
}
