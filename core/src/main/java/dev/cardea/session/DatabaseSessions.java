package dev.cardea.session;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.SessionAndUser;
import dev.cardea.adapter.SessionChange;
import dev.cardea.adapter.Store;
import dev.cardea.cookie.SessionCookie;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Events;
import dev.cardea.hook.SessionParams;
import dev.cardea.hook.Trigger;
import dev.cardea.http.Cookie;
import dev.cardea.model.Session;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Keeps the login in a row; the cookie holds its token. */
public final class DatabaseSessions implements SessionStrategy {
    private final Store store;
    private final Callbacks callbacks;
    private final Telling telling;
    private final Clock clock;
    private final Duration maxAge;
    private final Duration updateAge;
    private final Supplier<String> generateSessionToken;

    public DatabaseSessions(
            Store store,
            Callbacks callbacks,
            Telling telling,
            Clock clock,
            Duration maxAge,
            Duration updateAge,
            Supplier<String> generateSessionToken) {
        this.store = store;
        this.callbacks = callbacks;
        this.telling = telling;
        this.clock = clock;
        this.maxAge = maxAge;
        this.updateAge = updateAge;
        this.generateSessionToken = generateSessionToken;
    }

    @Override
    public ReadSession read(SessionCookie cookie, @Nullable Update update) {
        var token = cookie.token();
        if (token == null) return ReadSession.none(List.of());
        try {
            var found = live(token);
            return found.isEmpty() ? ReadSession.none(cookie.clear()) : refresh(cookie, token, found.get(), update);
        } catch (RuntimeException e) {
            return failed(e);
        }
    }

    @Override
    public ReadSession look(SessionCookie cookie) {
        var token = cookie.token();
        if (token == null) return ReadSession.none(List.of());
        try {
            var found = store.sessions("getSessionAndUser", s -> s.getSessionAndUser(token));
            if (found.isEmpty() || isOver(found.get())) return ReadSession.none(List.of());
            return new ReadSession(shaped(found.get(), null), found.get().user(), List.of(), null);
        } catch (RuntimeException e) {
            return failed(e);
        }
    }

    private ReadSession failed(RuntimeException e) {
        var failure = new AuthException(ErrorType.SESSION_TOKEN_ERROR, "the session could not be read", e);
        telling.log(failure);
        return new ReadSession(null, null, List.of(), failure);
    }

    private ReadSession refresh(SessionCookie cookie, String token, SessionAndUser found, @Nullable Update update) {
        var now = clock.instant();
        var expires = now.plus(maxAge);
        boolean due = !found.session().expires().minus(maxAge).plus(updateAge).isAfter(now);
        if (due) {
            store.sessions("updateSession", s -> s.updateSession(SessionChange.expires(token, expires)));
        }
        return new ReadSession(shaped(found, update), found.user(), cookie.write(token, expires), null);
    }

    private @Nullable Session shaped(SessionAndUser found, @Nullable Update update) {
        var row = Session.of(found.session().claims().with("user", found.user().claims()));
        var session = callbacks
                .session()
                .apply(new SessionParams(
                        row,
                        null,
                        found.user(),
                        update == null ? null : update.data(),
                        update == null ? null : Trigger.UPDATE));
        telling.tell(events -> events.session(new Events.Session(session, null)));
        return session;
    }

    @Override
    public Optional<CurrentLogin> current(SessionCookie cookie) {
        var token = cookie.token();
        return token == null
                ? Optional.empty()
                : live(token).map(found -> new CurrentLogin(found.user(), found.session(), false));
    }

    /** The session, unless it has expired; then its row is deleted. */
    private Optional<SessionAndUser> live(String token) {
        var found = store.sessions("getSessionAndUser", s -> s.getSessionAndUser(token));
        if (found.isEmpty() || !isOver(found.get())) return found;
        store.sessions("deleteSession", s -> s.deleteSession(token));
        return Optional.empty();
    }

    private boolean isOver(SessionAndUser found) {
        return found.session().expires().isBefore(clock.instant());
    }

    @Override
    public AdapterSession open(Store unit, String userId) {
        var expires = clock.instant().plus(maxAge);
        var session = new AdapterSession(generateSessionToken.get(), userId, expires);
        return unit.sessions("createSession", s -> s.createSession(session));
    }

    @Override
    public void close(Store unit, SessionCookie cookie) {
        var token = cookie.token();
        if (token != null) unit.sessions("deleteSession", s -> s.deleteSession(token));
    }

    @Override
    public List<Cookie> issue(NewLogin login, SessionCookie cookie) {
        var session = Objects.requireNonNull(login.session(), "a database login has a row");
        return cookie.write(session.sessionToken(), session.expires());
    }

    @Override
    public End end(SessionCookie cookie) {
        var token = Objects.requireNonNull(cookie.token());
        try {
            var deleted = store.sessions("deleteSession", s -> s.deleteSession(token));
            return new End(new Events.SignOut(deleted.orElse(null), null, true), null);
        } catch (RuntimeException e) {
            return new End(null, new AuthException(ErrorType.SIGN_OUT_ERROR, "the session could not be ended", e));
        }
    }
}
