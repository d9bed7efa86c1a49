package dev.cardea.internal.engine;

import dev.cardea.action.AuthRequest;
import dev.cardea.action.InternalResponse;
import dev.cardea.action.Route;
import dev.cardea.action.RouteRequest;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.internal.cookie.SessionCookie;
import dev.cardea.internal.flow.CrossSitePost;
import dev.cardea.internal.limit.RateLimitGuard;
import dev.cardea.internal.session.SessionStrategy;
import dev.cardea.limit.Limit;
import dev.cardea.model.Session;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Calls the routes that are not built into the dispatcher. Their name, method and CSRF token have been checked. */
final class FurtherRoutes {
    private final SignInMethods signInMethods;
    private final OriginGate originGate;
    private final RateLimitGuard rateLimitGuard;

    FurtherRoutes(SignInMethods signInMethods, OriginGate originGate, RateLimitGuard rateLimitGuard) {
        this.signInMethods = signInMethods;
        this.originGate = originGate;
        this.rateLimitGuard = rateLimitGuard;
    }

    InternalResponse answer(Route route, AuthRequest request, @Nullable String csrfToken, String callbackUrl) {
        return route.answer(new Call(route, request, csrfToken, callbackUrl));
    }

    /** @throws AuthException if the request may change something and the browser does not report a page of this site */
    static void requireSameOrigin(AuthRequest request) {
        if (!request.mayChange() || CrossSitePost.isSameOrigin(request.http(), request.origin())) return;
        throw new AuthException(
                ErrorType.MISSING_CSRF, "no page of this site sent it, as Sec-Fetch-Site or Origin says");
    }

    private final class Call implements RouteRequest {
        private final Route route;
        private final AuthRequest request;
        private final @Nullable String csrfToken;
        private final String callbackUrl;

        Call(Route route, AuthRequest request, @Nullable String csrfToken, String callbackUrl) {
            this.route = route;
            this.request = request;
            this.csrfToken = csrfToken;
            this.callbackUrl = callbackUrl;
        }

        @Override
        public AuthRequest request() {
            return request;
        }

        @Override
        public @Nullable String csrfToken() {
            return csrfToken;
        }

        @Override
        public String callbackUrl() {
            return callbackUrl;
        }

        @Override
        public Optional<Session> session() {
            var cookie = SessionCookie.read(originGate.cookies(request.origin()), request.cookies());
            var read = signInMethods.sessions().read(cookie, null, SessionStrategy.Reissue.NEVER);
            ServerView.requireAnswered(read);
            return Optional.ofNullable(ServerView.of(read));
        }

        @Override
        public void countAttempt(Limit limit) {
            rateLimitGuard.route(route.name(), limit, originGate.client(request));
        }
    }
}
