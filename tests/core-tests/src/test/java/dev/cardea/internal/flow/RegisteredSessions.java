package dev.cardea.internal.flow;

import dev.cardea.adapter.SessionSelection;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoredSession;
import dev.cardea.adapter.StoredSessions;
import dev.cardea.hook.Events;
import dev.cardea.hook.Events.SessionEnded.Reason;
import dev.cardea.http.Cookie;
import dev.cardea.internal.cookie.SessionCookie;
import dev.cardea.internal.session.CurrentLogin;
import dev.cardea.internal.session.CurrentLogins;
import dev.cardea.internal.session.NewLogin;
import dev.cardea.internal.session.NewSession;
import dev.cardea.internal.session.SessionResult;
import dev.cardea.internal.session.SessionStorage;
import dev.cardea.internal.session.SessionStrategy;
import dev.cardea.internal.session.SessionTraits;
import dev.cardea.internal.session.SignOutResult;
import dev.cardea.jose.Hashes;
import dev.cardea.json.Claims;
import dev.cardea.model.Session;
import dev.cardea.model.User;
import dev.cardea.observe.Step;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A third way to keep sessions: the cookie has an id, and a registry in memory says whether it still counts. */
final class RegisteredSessions implements SessionStrategy, SessionStorage, CurrentLogins {
    private static final Duration MAX_AGE = Duration.ofHours(1);

    private final Store store;
    private final Clock clock;
    private final Map<String, StoredSession> registry = new ConcurrentHashMap<>();
    private final Map<String, NewSession> facts = new ConcurrentHashMap<>();

    RegisteredSessions(Store store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** What was known of the session in this cookie when it was opened. */
    Optional<NewSession> factsOf(SessionCookie cookie) {
        return record(cookie).map(session -> facts.get(session.id()));
    }

    private Optional<StoredSession> record(SessionCookie cookie) {
        var token = cookie.token();
        return token == null ? Optional.empty() : Optional.ofNullable(registry.get(token));
    }

    @Override
    public SessionTraits traits() {
        return new SessionTraits("registered sessions", Step.Strategy.DATABASE, null, true, false, true, null);
    }

    @Override
    public SessionStorage storage() {
        return this;
    }

    @Override
    public CurrentLogins logins() {
        return this;
    }

    @Override
    public Duration renewalAge() {
        return MAX_AGE;
    }

    @Override
    public SessionResult read(SessionCookie cookie, @Nullable Update update, Reissue reissue) {
        var login = current(cookie).orElse(null);
        if (login == null) return new SessionResult(null, null, cookie.clear(), null);
        var expires = Objects.requireNonNull(login.session()).expires();
        return new SessionResult(Session.of(login.user(), expires), login.user(), List.of(), null);
    }

    @Override
    public SessionResult confirmed(SessionCookie cookie) {
        return read(cookie, null, Reissue.NEVER);
    }

    @Override
    public Optional<CurrentLogin> current(SessionCookie cookie) {
        return record(cookie)
                .flatMap(session -> store.getUser(session.userId())
                        .map(user -> new CurrentLogin(user, session, false, List.of(), Claims.NONE)));
    }

    @Override
    public Optional<String> owner(SessionCookie cookie) {
        return record(cookie).map(StoredSession::userId);
    }

    @Override
    public Optional<StoredSession> session(SessionCookie cookie) {
        return record(cookie);
    }

    @Override
    public Optional<User> holder(SessionCookie cookie) {
        return current(cookie).map(CurrentLogin::user);
    }

    @Override
    public StoredSession open(Store unit, NewSession opened) {
        var id = Hashes.sha256Hex("session " + facts.size());
        facts.put(id, opened);
        var session = new StoredSession(id, opened.userId(), clock.instant().plus(MAX_AGE), null, null);
        registry.put(id, session);
        return session;
    }

    @Override
    public boolean close(Store unit, SessionCookie cookie) {
        return record(cookie)
                .filter(session -> registry.remove(session.id(), session))
                .isPresent();
    }

    @Override
    public List<Cookie> issue(NewLogin login, SessionCookie cookie) {
        var session = Objects.requireNonNull(login.session());
        return cookie.write(session.id(), session.expires());
    }

    @Override
    public List<Cookie> changed(CurrentLogin now, SessionCookie cookie) {
        return List.of();
    }

    @Override
    public List<Cookie> replace(CurrentLogin before, StoredSession replacement, SessionCookie cookie) {
        return cookie.write(replacement.id(), replacement.expires());
    }

    @Override
    public SignOutResult end(SessionCookie cookie) {
        record(cookie).ifPresent(session -> registry.remove(session.id()));
        return new SignOutResult(cause -> new Events.SignOut(null, null, true, cause), null);
    }

    @Override
    public void endOfProvider(Store unit, SessionSelection.OfProvider which) {
        throw new UnsupportedOperationException();
    }

    @Override
    public StoredSessions stored(Store unit, @Nullable Reason reason) {
        return new StoredSessions() {
            @Override
            public boolean canList() {
                return true;
            }

            @Override
            public List<StoredSession> list(String userId) {
                return registry.values().stream()
                        .filter(session -> session.userId().equals(userId))
                        .toList();
            }

            @Override
            public boolean end(StoredSession session) {
                return registry.remove(session.id()) != null;
            }

            @Override
            public void endAll(String userId, @Nullable StoredSession except) {
                registry.values().removeIf(session -> session.userId().equals(userId) && !session.equals(except));
            }
        };
    }
}
