package dev.cardea.hook;

import dev.cardea.action.BadRequestException;
import dev.cardea.action.RequestPath;
import dev.cardea.http.Request;
import dev.cardea.model.Session;
import dev.cardea.module.PageRequest;
import org.jspecify.annotations.Nullable;

/**
 * A visitor requests a protected page (Auth.js: the params of {@code authorized}).
 *
 * @param auth the session; {@code null} if the visitor is not signed in
 * @param request as it was sent: its path {@code /%61dmin} is not decoded, although most routers show the page
 *     {@code /admin} for it; decide by {@link #path()}
 * @param page for rules of modules, which may ask the store; {@code null} if it isn't Cardea that calls the callback, such as
 *     in a test
 */
public record AuthorizedParams(
        @Nullable Session auth, Request request, @Nullable PageRequest page) {
    /** Makes params without what a module needs, for tests of a callback. */
    public AuthorizedParams(@Nullable Session auth, Request request) {
        this(auth, request, null);
    }

    /**
     * Returns the path in one canonical spelling, for callbacks that decide by it:
     *
     * <pre>{@code
     * authorized(p -> p.path().startsWith("/admin") ? adminsOnly(p.auth()) : Decision.allowIf(p.auth() != null))
     * }</pre>
     *
     * <p>{@code request().path()} is what the visitor sent, so {@code /%61dmin}, {@code //admin}, {@code /x/..;/admin}
     * or {@code /ADMIN} bypasses a rule on it. This path is decoded and in lower case, without parameters after a
     * semicolon, empty segments or a trailing slash. Compare it with text in lower case, {@code /admin} and not
     * {@code /Admin}. Each call computes it again.
     *
     * @throws BadRequestException if routers would read the path in different ways, for example with {@code ..}; the
     *     visitor then gets 400
     */
    public String path() {
        return RequestPath.normal(request.path());
    }
}
