package dev.cardea.hook;

import dev.cardea.action.BadRequestException;
import dev.cardea.action.RequestPath;
import dev.cardea.http.Request;
import dev.cardea.model.Session;
import org.jspecify.annotations.Nullable;

/**
 * A visitor asks for a protected page (Auth.js: the params of {@code authorized}).
 *
 * @param auth the session; {@code null} where the visitor is not signed in
 * @param request as it was sent: {@code /%61dmin} is not decoded here, although most routers show the page
 *     {@code /admin} for it; decide by {@link #path()}
 */
public record AuthorizedParams(@Nullable Session auth, Request request) {
    /**
     * The path in one spelling, for callbacks that decide by it:
     *
     * <pre>{@code
     * authorized(p -> p.path().startsWith("/admin") ? adminsOnly(p.auth()) : Decision.allowIf(p.auth() != null))
     * }</pre>
     *
     * <p>{@code request().path()} is what the visitor wrote, so that a rule on it is bypassed by {@code /%61dmin},
     * {@code //admin}, {@code /x/..;/admin} or {@code /ADMIN}. This one is decoded, in lower case, and without parameters
     * after a semicolon, empty segments and a last slash: compare it with text in lower case, {@code /admin} and not
     * {@code /Admin}. Each call computes it anew.
     *
     * @throws BadRequestException where routers read the path in different ways, such as one with {@code ..}; the visitor
     *     gets 400 then
     */
    public String path() {
        return RequestPath.normal(request.path());
    }
}
