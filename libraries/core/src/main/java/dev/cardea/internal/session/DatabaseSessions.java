package dev.cardea.internal.session;

import dev.cardea.adapter.SessionAndUser;
import dev.cardea.adapter.SessionIndex;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoredSession;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Events;
import dev.cardea.hook.SessionParams;
import dev.cardea.hook.Trigger;
import dev.cardea.http.Cookie;
import dev.cardea.internal.cookie.SessionCookie;
import dev.cardea.json.Claims;
import dev.cardea.model.Session;
import dev.cardea.model.User;
import dev.cardea.observe.Observation;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.SessionIssue.Cause;
import dev.cardea.observe.Step.SessionRead.Result;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Keeps the login in a row; the cookie holds its token. */
public final class DatabaseSessions implements SessionStrategy, CurrentLogins {
    private final Store store;
    private final DatabaseRows rows;
    private final Callbacks callbacks;
    private final EventPublisher publisher;
    private final Clock clock;
    private final Duration maxAge;
    private final Duration updateAge;
    private final TokenHistory history;
    /** Tokens whose row is being prolonged at this moment. */
    private final Set<String> prolonging = ConcurrentHashMap.newKeySet();

    /** @param keepsRecords whether the store has a record next to each row */
    public DatabaseSessions(
            Store store,
            SessionOptions options,
            boolean keepsRecords,
            Callbacks callbacks,
            EventPublisher publisher,
            Clock clock,
            Supplier<String> generateSessionToken) {
        this.store = store;
        rows = keepsRecords
                ? new RecordedRows(store, options, clock, generateSessionToken, publisher)
                : new DatabaseRows(store, options, clock, generateSessionToken);
        this.callbacks = callbacks;
        this.publisher = publisher;
        this.clock = clock;
        maxAge = options.maxAge();
        updateAge = options.updateAge();
        history = new TokenHistory(clock);
    }

    @Override
    public SessionTraits traits() {
        return SessionTraits.DATABASE;
    }

    @Override
    public SessionStorage storage() {
        return rows;
    }

    @Override
    public CurrentLogins logins() {
        return this;
    }

    @Override
    public Duration renewalAge() {
        return updateAge;
    }

    @Override
    public SessionResult read(SessionCookie cookie, @Nullable Update update, Reissue reissue) {
        var token = cookie.token();
        if (token == null) return observed(Result.ABSENT, SessionResult.none(List.of()));
        try {
            var found = store.getSessionAndUser(token);
            if (found.isEmpty() || isOver(found.get())) {
                if (reissue != Reissue.NEVER) live(found, token);
                var none = SessionResult.none(reissue == Reissue.NEVER ? List.of() : cookie.clear());
                return observed(found.isEmpty() ? Result.INVALID : Result.EXPIRED, none);
            }
            var read = reissue == Reissue.NEVER
                    ? new SessionResult(
                            applySessionCallback(found.get(), update),
                            found.get().user(),
                            List.of(),
                            null)
                    : open(cookie, found.get(), update, reissue);
            return observed(read.session() == null ? Result.ABSENT : Result.VALID, read);
        } catch (RuntimeException e) {
            return observed(Result.UNAVAILABLE, SessionResult.unknown(failed("the session could not be read", e)));
        }
    }

    @Override
    public SessionResult confirmed(SessionCookie cookie) {
        return read(cookie, null, Reissue.NEVER);
    }

    private static SessionResult observed(Result result, SessionResult read) {
        var observation = Observation.current();
        if (observation.isObserved()) observation.add(new Step.SessionRead(Step.Strategy.DATABASE, result));
        return read;
    }

    private static void observe(Cause cause) {
        Observation.current().add(new Step.SessionIssue(Step.Strategy.DATABASE, cause));
    }

    private AuthException failed(String what, RuntimeException e) {
        var failure = new AuthException(ErrorType.SESSION_TOKEN_ERROR, what, e);
        publisher.log(failure);
        return failure;
    }

    private SessionResult open(SessionCookie cookie, SessionAndUser found, @Nullable Update update, Reissue reissue) {
        var token = found.session().sessionToken();
        var end = prolong(token, found.session().expires(), clock.instant().plus(maxAge));
        var session = applySessionCallback(found, update);
        boolean sends =
                end.isPresent() && (reissue == Reissue.ALWAYS || history.isOwed(token)) && !history.isEnded(token);
        if (sends) observe(update == null ? Cause.RENEWAL : Cause.UPDATE);
        var cookies = sends ? cookie.write(token, end.get()) : List.<Cookie>of();
        var read = new SessionResult(session, found.user(), cookies, null, renewal(token));
        if (reissue == Reissue.ALWAYS) read.renewal().sent();
        return read;
    }

    private Renewal renewal(String token) {
        return new Renewal() {
            @Override
            public boolean isWanted() {
                return !history.isEnded(token);
            }

            @Override
            public void sent() {
                history.sent(token);
            }
        };
    }

    /**
     * Writes the new end where that is due. Of parallel requests one writes, and the others do not wait for it.
     *
     * @return when the cookie ends; empty where it could not be written: the session goes on to the end that it had
     */
    private Optional<Instant> prolong(String token, Instant stored, Instant end) {
        boolean due = !stored.minus(maxAge).plus(updateAge).isAfter(clock.instant());
        if (!due || isWritten(token, end) || !prolonging.add(token)) return Optional.of(rows.cookieEnd(stored, end));
        try {
            if (isWritten(token, end)) return Optional.of(rows.cookieEnd(stored, end));
            var written = rows.prolong(token, stored, end);
            history.prolonged(token, end);
            return Optional.of(written);
        } catch (RuntimeException e) {
            failed("the session couldn't be extended; it ends at its current expiry", e);
            return Optional.empty();
        } finally {
            prolonging.remove(token);
        }
    }

    /** Whether another request has just written such an end: within a tenth of {@code updateAge}. */
    private boolean isWritten(String token, Instant end) {
        return history.end(token)
                .filter(written -> !written.isBefore(end.minus(updateAge.dividedBy(10))))
                .isPresent();
    }

    private @Nullable Session applySessionCallback(SessionAndUser found, @Nullable Update update) {
        var session = shape(found, update);
        publisher.publish((events, cause) -> events.session(new Events.Session(session, null, cause)));
        return session;
    }

    private @Nullable Session shape(SessionAndUser found, @Nullable Update update) {
        var row = Session.of(found.session().claims().with("user", found.user().claims()));
        return callbacks
                .session()
                .apply(new SessionParams(
                        row,
                        null,
                        found.user(),
                        update == null ? null : update.data(),
                        update == null ? null : Trigger.UPDATE));
    }

    @Override
    public Optional<CurrentLogin> current(SessionCookie cookie) {
        return live(cookie)
                .filter(this::isShown)
                .map(found -> new CurrentLogin(
                        found.user(), StoredSession.of(found.session()), false, List.of(), Claims.NONE));
    }

    @Override
    public Optional<StoredSession> session(SessionCookie cookie) {
        return current(cookie).map(CurrentLogin::session);
    }

    @Override
    public Optional<User> holder(SessionCookie cookie) {
        return live(cookie).map(SessionAndUser::user);
    }

    private Optional<SessionAndUser> live(SessionCookie cookie) {
        var token = cookie.token();
        return token == null ? Optional.empty() : live(store.getSessionAndUser(token), token);
    }

    @Override
    public Optional<String> owner(SessionCookie cookie) {
        return live(cookie).map(found -> found.session().userId());
    }

    /** Whether the application's callback keeps the session: one that it hides signs no user in. */
    private boolean isShown(SessionAndUser found) {
        if (!callbacks.isSessionSet()) return true;
        try {
            return shape(found, null) != null;
        } catch (RuntimeException e) {
            throw new AuthException(ErrorType.SESSION_TOKEN_ERROR, "the session callback failed", e);
        }
    }

    /** The session, unless it has expired; then its row is deleted, or left to the next clean-up. */
    private Optional<SessionAndUser> live(Optional<SessionAndUser> found, String token) {
        if (found.isEmpty() || !isOver(found.get())) return found;
        try {
            rows.delete(store, token);
        } catch (RuntimeException e) {
            failed("an expired session could not be deleted", e);
        }
        return Optional.empty();
    }

    private boolean isOver(SessionAndUser found) {
        return found.session().expires().isBefore(clock.instant());
    }

    @Override
    public boolean close(Store unit, SessionCookie cookie) {
        var token = cookie.token();
        if (token == null) return false;
        boolean isDeleted = rows.delete(unit, token).isPresent();
        // An adapter that was ported from Auth.js may not say what it deleted. None of them ends sessions of users.
        return isDeleted || !unit.has(SessionIndex.class);
    }

    @Override
    public List<Cookie> issue(NewLogin login, SessionCookie cookie) {
        return written(Objects.requireNonNull(login.session(), "a database login is stored"), cookie, Cause.SIGN_IN);
    }

    @Override
    public List<Cookie> replace(CurrentLogin before, StoredSession replacement, SessionCookie cookie) {
        return written(replacement, cookie, Cause.UPDATE);
    }

    /** None: the session is read with its user. */
    @Override
    public List<Cookie> changed(CurrentLogin now, SessionCookie cookie) {
        return List.of();
    }

    private List<Cookie> written(StoredSession opened, SessionCookie cookie, Cause cause) {
        var session = Objects.requireNonNull(opened.row(), "a database login has a row");
        if (cookie.token() != null) history.ended(cookie.token());
        observe(cause);
        return cookie.write(session.sessionToken(), session.expires());
    }

    @Override
    public SignOutResult end(SessionCookie cookie) {
        var token = Objects.requireNonNull(cookie.token());
        try {
            var deleted = rows.delete(store, token);
            history.ended(token);
            return new SignOutResult(cause -> new Events.SignOut(deleted.orElse(null), null, true, cause), null);
        } catch (RuntimeException e) {
            return new SignOutResult(
                    null, new AuthException(ErrorType.SIGN_OUT_ERROR, "the session could not be ended", e));
        }
    }
}
