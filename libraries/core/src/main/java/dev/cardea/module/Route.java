package dev.cardea.module;

import dev.cardea.action.AuthAction;
import dev.cardea.action.AuthRequest;
import dev.cardea.action.InternalResponse;
import dev.cardea.action.RouteSyntax;
import dev.cardea.observe.RequestAction;
import dev.cardea.observe.Step;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A further route under the base path, such as {@code /auth/notes}: what a module adds to the routes of Cardea. Added
 * by {@code AuthConfig.Builder#route}. Immutable; safe for concurrent use.
 *
 * <p>Cardea resolves the origin, rejects untrusted hosts and bodies of more than {@link AuthRequest#MAX_BODY} bytes,
 * checks the method and the CSRF rule, and writes the response uncached. The route does the rest. A {@link ProxyRoute}
 * is for questions of reverse proxies.
 */
public interface Route extends RouteSyntax {
    /**
     * Returns the first segment below the base path: lower-case letters, digits and hyphens, and not the name of an
     * {@link AuthAction}.
     */
    String name();

    /** Returns what proves that no other site sent a request which may change something. */
    default CsrfRule csrf() {
        return CsrfRule.TOKEN;
    }

    /**
     * Returns how long every cache may keep a response with status 200; {@code null} to keep none.
     *
     * <p><b>Security:</b> only for answers that are the same for every visitor, such as public keys. Requires
     * {@link CsrfRule#NONE} and {@code GET} alone.
     */
    default @Nullable Duration cachedFor() {
        return null;
    }

    /**
     * Returns the action by which meters, traces and the log know the route. Read once for each configuration. By default
     * the route counts as {@code other}, with requests for no route.
     *
     * <pre>{@code
     * return ModuleAction.of(Action.NICKNAME);
     * }</pre>
     */
    default RequestAction action() {
        return Step.Action.OTHER;
    }

    /**
     * Handles a request that has passed the checks.
     *
     * @throws dev.cardea.error.AuthException to answer as Cardea answers its own failures: with the error page for
     *     {@link CsrfRule#TOKEN}, else as JSON. Any other exception is logged and answered as an unexpected failure.
     */
    InternalResponse answer(RouteRequest request);
}
