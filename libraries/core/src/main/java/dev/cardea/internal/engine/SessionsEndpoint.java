package dev.cardea.internal.engine;

import dev.cardea.action.InternalResponse;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoredSession;
import dev.cardea.hook.Events.SessionEnded.Reason;
import dev.cardea.http.Cookie;
import dev.cardea.internal.cookie.SessionCookie;
import dev.cardea.internal.flow.Redirects;
import dev.cardea.internal.session.ActiveSessions;
import dev.cardea.internal.session.EventPublisher;
import dev.cardea.internal.session.SessionStrategy;
import dev.cardea.json.Claims;
import dev.cardea.limit.Limit;
import dev.cardea.module.RouteRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The sessions of the signed-in user: {@code GET} lists them, {@code POST} ends one, all others, or all. A site asks for one. */
final class SessionsEndpoint {
    private static final Limit ENDS = new Limit(60, Duration.ofSeconds(1));

    private final SessionStrategy sessions;
    private final Store store;
    private final Clock clock;
    private final EventPublisher publisher;

    SessionsEndpoint(SessionStrategy sessions, Store store, Clock clock, EventPublisher publisher) {
        this.sessions = sessions;
        this.store = store;
        this.clock = clock;
        this.publisher = publisher;
    }

    InternalResponse answer(RouteRequest request, SessionCookie cookie) {
        boolean isPost = request.request().isPost();
        if (isPost) request.countAttempt(ENDS);
        var current = sessions.logins().session(cookie).orElse(null);
        if (current == null) return InternalResponse.json(401, Claims.of("error", "not signed in"), List.of());
        var active =
                new ActiveSessions(sessions.storage().stored(store, Reason.ELSEWHERE), clock, publisher, Runnable::run);
        if (isPost) return end(request, cookie, active, current);
        var all = active.of(current.userId()).stream()
                .map(session -> described(session, current).asMap())
                .toList();
        return InternalResponse.json(200, all, List.of());
    }

    /** Returns which session the cookie has, and its user, as the store says now; {@code null} if it has none. */
    InternalResponse check(SessionCookie cookie) {
        var found = sessions.logins()
                .recorded(cookie)
                .map(it -> Claims.of("id", it.session().id())
                        .with(
                                "user",
                                it.user() == null ? null : it.user().claims().asMap()))
                .orElse(null);
        return InternalResponse.json(200, found, List.of());
    }

    private static Claims described(StoredSession session, StoredSession current) {
        var claims = Claims.of("id", session.id()).with("current", session.id().equals(current.id()));
        var record = session.record();
        if (record != null) claims = claims.with("begun", record.begun()).with("seen", record.seen());
        claims = claims.with("expires", session.expires());
        if (record == null) return claims;
        return claims.with("provider", record.provider())
                .with("client", record.client())
                .with("userAgent", record.userAgent());
    }

    private InternalResponse end(
            RouteRequest request, SessionCookie cookie, ActiveSessions active, StoredSession current) {
        var which = request.request().body().text("end");
        int ended = which == null ? 0 : end(which, active, current);
        boolean hasLeft = ended > 0 && (current.id().equals(which) || "all".equals(which));
        List<Cookie> cookies = hasLeft ? cookie.clear() : List.of();
        if (isJson(request)) return InternalResponse.json(200, Claims.of("ended", ended), cookies);
        return InternalResponse.redirect(
                Redirects.location(request.callbackUrl(), request.request().origin()), cookies);
    }

    private static int end(String which, ActiveSessions active, StoredSession current) {
        return switch (which) {
            case "others" -> active.endAll(current.userId(), current);
            case "all" -> active.endAll(current.userId(), null);
            default -> active.end(current.userId(), which) ? 1 : 0;
        };
    }

    private static boolean isJson(RouteRequest request) {
        @Nullable String type = request.request().http().header("content-type").orElse(null);
        return type != null && type.toLowerCase(Locale.ROOT).startsWith("application/json");
    }
}
