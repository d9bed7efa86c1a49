package dev.cardea.forward;

import dev.cardea.action.BadRequestException;
import dev.cardea.action.InternalResponse;
import dev.cardea.http.Form;
import dev.cardea.http.Headers;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.model.SessionPrincipal;
import dev.cardea.module.ProxyRoute;
import dev.cardea.module.RouteRequest;
import dev.cardea.observe.RequestAction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers the question of a reverse proxy: may its client see this page? Reads the session and changes nothing. What fails
 * is answered by 503 or 500, never by 200.
 */
final class VerifyRoute implements ProxyRoute {
    private final PathRules rules;
    private final IdentityTokens tokens;

    VerifyRoute(PathRules rules, IdentityTokens tokens) {
        this.rules = rules;
        this.tokens = tokens;
    }

    @Override
    public String name() {
        return "verify";
    }

    @Override
    public RequestAction action() {
        return ForwardAction.VERIFY.action();
    }

    @Override
    public InternalResponse answer(RouteRequest call) {
        var source = Source.of(call.request());
        if (source.isEmpty()) return rejected("there is no such endpoint");
        try {
            return answer(call, source.get(), source.get().read(call));
        } catch (ClientRequest.UnreadableException e) {
            return rejected(String.valueOf(e.getMessage()));
        } catch (BadRequestException e) {
            // From a callback that decides by the path.
            return rejected("the path has more than one meaning");
        }
    }

    private InternalResponse answer(RouteRequest call, Source source, ClientRequest asked) {
        var user = user(call);
        var path = asked.path();
        if (rules.isPublic(path)) return passed(call, user);
        if (user == null) return signInFirst(call, source, asked);
        var page = asked.toRequest(call.request().http());
        if (!rules.areMet(path, user.roles())) return call.forbidden(page, user.session());
        boolean isAllowed = call.isAuthorized(page, user.session());
        return isAllowed ? passed(call, user) : call.forbidden(page, user.session());
    }

    /** A session that names no user signs none in. */
    private static @Nullable SessionPrincipal user(RouteRequest call) {
        return call.session()
                .map(SessionPrincipal::of)
                .filter(user -> !user.name().isBlank())
                .orElse(null);
    }

    private InternalResponse passed(RouteRequest call, @Nullable SessionPrincipal user) {
        var headers = IdentityHeaders.of(
                user, user == null ? "" : tokens.of(user, call.request().baseUrl()));
        return new InternalResponse(200, headers, null, null, List.of());
    }

    private static InternalResponse signInFirst(RouteRequest call, Source source, ClientRequest asked) {
        boolean isPage = asked.isForPage(call.received());
        if (isPage && source != Source.AUTH_REQUEST) {
            return InternalResponse.redirect(call.signInUrl(asked.url()), List.of());
        }
        var body = Claims.of("error", "not signed in");
        if (!isPage) return InternalResponse.json(401, body, List.of());
        var headers = Response.redirect(enterUrl(call, asked)).headers().set("Content-Type", "application/json");
        return new InternalResponse(401, headers, body, null, List.of());
    }

    /** nginx cannot encode an address, so it gets the whole one. */
    private static String enterUrl(RouteRequest call, ClientRequest asked) {
        return call.request().baseUrl() + "/" + EnterRoute.NAME + "?callbackUrl=" + Form.encode(asked.url());
    }

    private static InternalResponse rejected(String why) {
        return new InternalResponse(
                400, Headers.of("Content-Type", "text/plain"), "Bad request: " + why + ".\n", null, List.of());
    }
}
