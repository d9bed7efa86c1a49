package dev.cardea.internal.engine;

import dev.cardea.action.InternalResponse;
import dev.cardea.adapter.SessionSelection;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Headers;
import dev.cardea.internal.method.oauth.OAuthMethod;
import dev.cardea.internal.oauth.LogoutTokenClaims.Logout;
import dev.cardea.internal.session.EventPublisher;
import dev.cardea.internal.session.SessionStorage;
import dev.cardea.jose.Hashes;
import dev.cardea.json.Claims;
import dev.cardea.limit.Limit;
import dev.cardea.module.RouteRequest;
import dev.cardea.provider.OAuthException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Ends the sessions of a user who logged out at a provider (OpenID Connect Back-Channel Logout 1.0, section 2.5). */
final class BackchannelLogout {
    /** 600 a minute: a provider that stops sends the logouts of all its users. */
    static final Limit LIMIT = new Limit(600, Duration.ofMillis(100));

    /** By how much a token is accepted longer than it says, and more. */
    private static final Duration TOLERANCE = Duration.ofSeconds(60);

    static final InternalResponse OFF = InternalResponse.json(400, "Bad request.", List.of());
    private static final InternalResponse DONE = new InternalResponse(200, Headers.NONE, "", null, List.of());

    private final Map<String, OAuthMethod> providers;
    private final SessionStorage sessions;
    private final Store store;
    private final EventPublisher publisher;

    /** @param providers that may end sessions, by id */
    BackchannelLogout(
            Map<String, OAuthMethod> providers, SessionStorage sessions, Store store, EventPublisher publisher) {
        this.providers = providers;
        this.sessions = sessions;
        this.store = store;
        this.publisher = publisher;
    }

    InternalResponse answer(RouteRequest call) {
        var id = call.request().segment().orElse("");
        var provider = providers.get(id);
        if (provider == null) return OFF;
        call.countAttempt(LIMIT);
        try {
            var logout = provider.verifyLogout(token(call));
            if (end(id, logout)) return DONE;
            throw new OAuthException("the logout token was rejected: jti was used before");
        } catch (OAuthException e) {
            // Any visitor can cause it: no error, and no stack trace with what was sent.
            publisher.warn("logout-rejected: " + id + ": " + e.getMessage());
            return failed("invalid_request");
        } catch (AuthException e) {
            var message = "the sessions couldn't be ended after a logout at the provider";
            publisher.log(new AuthException(ErrorType.SIGN_OUT_ERROR, message, e, id));
            return failed("logout_failed");
        }
    }

    private static String token(RouteRequest call) {
        var token = call.request().field("logout_token");
        if (token == null) throw new OAuthException("the request has no logout_token");
        return token;
    }

    /**
     * Returns false for a token that was used before: someone who has it must not end sessions that began since. In a
     * store without units the sessions end first, because a failure after the token was used up would lose the logout.
     */
    private boolean end(String provider, Logout logout) {
        var key = "logout:" + Hashes.sha256Hex(provider + "\n" + logout.id());
        var end = logout.end().plus(TOLERANCE);
        var which = new SessionSelection.OfProvider(provider, logout.sub(), logout.sid());
        if (!store.has(UnitOfWork.class)) {
            sessions.endOfProvider(store, which);
            return store.markUsed(key, end);
        }
        return store.inUnit(unit -> {
            if (!unit.markUsed(key, end)) return false;
            sessions.endOfProvider(unit, which);
            return true;
        });
    }

    private static InternalResponse failed(String error) {
        return InternalResponse.json(400, Claims.of("error", error), List.of());
    }
}
