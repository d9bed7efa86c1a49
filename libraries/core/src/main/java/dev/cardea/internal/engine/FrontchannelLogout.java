package dev.cardea.internal.engine;

import dev.cardea.action.InternalResponse;
import dev.cardea.adapter.SessionSelection;
import dev.cardea.adapter.Store;
import dev.cardea.http.Headers;
import dev.cardea.http.WebUrl;
import dev.cardea.internal.method.oauth.OAuthMethod;
import dev.cardea.internal.session.SessionStorage;
import dev.cardea.json.Claims;
import dev.cardea.module.RouteRequest;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Ends the sessions of a session at the provider, whose page shows this route in a frame (OpenID Connect Front-Channel
 * Logout 1.0). It asks for no cookie, because browsers send none to a frame of another site: who knows {@code sid} may end
 * the session.
 */
final class FrontchannelLogout {
    private static final int MAX_SID = 255;

    private final Map<String, OAuthMethod> providers;
    private final SessionStorage sessions;
    private final Store store;

    /** @param providers whose pages may end sessions, by id */
    FrontchannelLogout(Map<String, OAuthMethod> providers, SessionStorage sessions, Store store) {
        this.providers = providers;
        this.sessions = sessions;
        this.store = store;
    }

    InternalResponse answer(RouteRequest call) {
        var id = call.request().segment().orElse("");
        var provider = providers.get(id);
        if (provider == null) return BackchannelLogout.OFF;
        call.countAttempt(BackchannelLogout.LIMIT);
        var issuer = provider.issuer();
        var query = call.request().query();
        var sid = sid(query.get("sid"));
        if (sid == null || !query.getOrDefault("iss", issuer).equals(issuer)) {
            return InternalResponse.json(400, Claims.of("error", "invalid_request"), List.of());
        }
        store.inUnit(unit -> {
            sessions.endOfProvider(unit, new SessionSelection.OfProvider(id, null, sid));
            return id;
        });
        var ancestors = WebUrl.parse(issuer).map(WebUrl::origin).orElse("'none'");
        return new InternalResponse(200, Headers.NONE, "", null, List.of())
                .header("Content-Type", "text/html; charset=utf-8")
                .header("Content-Security-Policy", "default-src 'none'; frame-ancestors " + ancestors);
    }

    private static @Nullable String sid(@Nullable String sent) {
        return sent == null || sent.isEmpty() || sent.length() > MAX_SID ? null : sent;
    }
}
