package dev.cardea.internal.session;

import dev.cardea.adapter.RecordAndUser;
import dev.cardea.adapter.SessionSelection;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoredSession;
import dev.cardea.adapter.StoredSessions;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AdapterException;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Events;
import dev.cardea.hook.Events.SessionEnded.Reason;
import dev.cardea.hook.JwtParams;
import dev.cardea.hook.SessionParams;
import dev.cardea.hook.Trigger;
import dev.cardea.http.Cookie;
import dev.cardea.internal.cookie.SessionCookie;
import dev.cardea.jose.JoseException;
import dev.cardea.json.Claims;
import dev.cardea.json.JsonException;
import dev.cardea.model.Session;
import dev.cardea.model.User;
import dev.cardea.observe.Observation;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.SessionIssue.Cause;
import dev.cardea.observe.Step.SessionRead.Result;
import dev.cardea.token.Randomness;
import dev.cardea.token.ReservedClaim;
import dev.cardea.token.ReservedClaim.Mark;
import dev.cardea.token.ReservedClaim.TokenSession;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps the login in an encrypted cookie. What a store knows of it besides is in {@link TokenRecords}. */
public final class TokenSessions implements SessionStrategy {
    /** By which clocks may differ, as for tokens. */
    private static final Duration TOLERANCE = Duration.ofSeconds(15);

    private final TokenRecords records;
    private final SessionTokens tokens;
    private final Callbacks callbacks;
    private final EventPublisher publisher;
    private final Clock clock;
    private final Duration sessionMaxAge;
    private final @Nullable Duration absoluteAge;
    private final @Nullable Store store;
    private final TokenRenewal renewal;
    private final TokenHistory history;

    private TokenSessions(
            TokenRecords records,
            SessionTokens tokens,
            TokenRenewal renewal,
            SessionOptions options,
            Callbacks callbacks,
            EventPublisher publisher,
            Clock clock,
            @Nullable Store store) {
        this.records = records;
        this.tokens = tokens;
        this.renewal = renewal;
        this.callbacks = callbacks;
        this.publisher = publisher;
        this.clock = clock;
        this.store = store;
        sessionMaxAge = options.maxAge();
        absoluteAge = options.absoluteAgeOr(records.traits().absoluteAge()).orElse(null);
        history = new TokenHistory(clock);
    }

    /** Returns sessions that only their cookie has. */
    public static TokenSessions unrecorded(
            SessionTokens tokens,
            SessionOptions options,
            Callbacks callbacks,
            EventPublisher publisher,
            Clock clock,
            @Nullable Store store) {
        var renewal = new TokenRenewal(clock, options.updateAge(), options.maxAge(), tokens.maxAge());
        return new TokenSessions(
                new UnrecordedTokens(store), tokens, renewal, options, callbacks, publisher, clock, store);
    }

    /** Returns sessions that a store has a record of, too. */
    public static TokenSessions revocable(
            SessionTokens tokens,
            SessionOptions options,
            Callbacks callbacks,
            EventPublisher publisher,
            Clock clock,
            ElapsedTime time,
            Randomness randomness,
            Store store) {
        var renewal = new TokenRenewal(clock, options.updateAge(), options.maxAge(), tokens.maxAge());
        var records = new RevocableTokens(store, options, renewal.age(), clock, time, randomness, publisher);
        return new TokenSessions(records, tokens, renewal, options, callbacks, publisher, clock, store);
    }

    @Override
    public SessionTraits traits() {
        return records.traits();
    }

    /** {@code updateAge}, or less where the session is short. */
    @Override
    public Duration renewalAge() {
        return renewal.age();
    }

    @Override
    public SessionResult read(SessionCookie cookie, @Nullable Update update, Reissue reissue) {
        return read(cookie, update, reissue, update != null);
    }

    @Override
    public SessionResult confirmed(SessionCookie cookie) {
        return read(cookie, null, Reissue.NEVER, true);
    }

    /** @param isStrict whether the store is asked, if it is asked at all, and nothing is relied on */
    private SessionResult read(SessionCookie cookie, @Nullable Update update, Reissue reissue, boolean isStrict) {
        if (cookie.token() == null) {
            observe(Result.ABSENT);
            return SessionResult.none(List.of());
        }
        Optional<Claims> payload;
        try {
            payload = payload(cookie);
        } catch (AdapterException e) {
            observe(Result.UNAVAILABLE);
            return unread(e);
        } catch (RuntimeException e) {
            observe(e instanceof JoseException jose && jose.isExpired() ? Result.EXPIRED : Result.INVALID);
            reportUnreadable(e);
            return over(cookie, reissue);
        }
        if (payload.isEmpty()) {
            observe(Result.INVALID);
            return over(cookie, reissue);
        }
        return read(cookie, payload.get(), update, reissue, isStrict);
    }

    /** What the cookie says; of one that the site issued before it had records, with the session that it became. */
    private Optional<Claims> payload(SessionCookie cookie) {
        var value = Objects.requireNonNull(cookie.token());
        Optional<Claims> read;
        try {
            read = tokens.decode(cookie);
        } catch (JoseException e) {
            if (e.isExpired()) throw e;
            var adopted = records.adopted(value, null);
            if (adopted.isEmpty()) throw e;
            return adopted;
        }
        if (read.isEmpty() || hasRecord(read.get())) return read;
        return records.adopted(value, read.get()).or(() -> read);
    }

    private static boolean hasRecord(Claims payload) {
        return TokenSession.of(payload).map(TokenSession::id).isPresent();
    }

    private Optional<Claims> payloadIfValid(SessionCookie cookie) {
        try {
            return payload(cookie);
        } catch (JoseException | JsonException e) {
            return Optional.empty();
        }
    }

    private SessionResult read(
            SessionCookie cookie, Claims payload, @Nullable Update update, Reissue reissue, boolean isStrict) {
        try {
            var verdict = verdict(payload, isStrict);
            return switch (verdict.state()) {
                case LIVE -> {
                    var read = open(cookie, payload, verdict, update, reissue);
                    observe(read.session() == null ? Result.ABSENT : Result.VALID);
                    yield read;
                }
                case ENDED -> {
                    observe(Result.EXPIRED);
                    yield over(cookie, reissue);
                }
                case GONE -> {
                    observe(Result.EXPIRED);
                    yield reissue == Reissue.ALWAYS ? over(cookie, reissue) : SessionResult.none(List.of());
                }
                case UNKNOWN -> {
                    observe(Result.UNAVAILABLE);
                    yield unread(verdict.failure());
                }
            };
        } catch (RuntimeException e) {
            observe(Result.UNAVAILABLE);
            return SessionResult.unknown(failed(e));
        }
    }

    private TokenRecords.Verdict verdict(Claims payload, boolean isStrict) {
        if (isPastAbsoluteEnd(payload)) return TokenRecords.Verdict.ENDED;
        return isStrict ? records.confirm(payload) : records.check(payload);
    }

    private boolean isPastAbsoluteEnd(Claims payload) {
        return absoluteEnd(payload)
                .filter(end -> !end.plus(TOLERANCE).isAfter(clock.instant()))
                .isPresent();
    }

    /** The moment after which there is no session, even if the token was issued again since. */
    private Optional<Instant> absoluteEnd(Claims payload) {
        if (absoluteAge == null) return Optional.empty();
        return TokenSession.of(payload).map(session -> session.begun().plus(absoluteAge));
    }

    /** When a session ends that is used now. */
    private Instant end(Claims payload) {
        var end = clock.instant().plus(sessionMaxAge);
        return absoluteEnd(payload).filter(last -> last.isBefore(end)).orElse(end);
    }

    private void observe(Result result) {
        var observation = Observation.current();
        if (observation.isObserved())
            observation.add(new Step.SessionRead(records.traits().observed(), result));
    }

    private void observe(Cause cause) {
        Observation.current().add(new Step.SessionIssue(records.traits().observed(), cause));
    }

    private static SessionResult over(SessionCookie cookie, Reissue reissue) {
        return SessionResult.none(reissue == Reissue.NEVER ? List.of() : cookie.clear());
    }

    private SessionResult open(
            SessionCookie cookie,
            Claims payload,
            TokenRecords.Verdict verdict,
            @Nullable Update update,
            Reissue reissue) {
        var trigger = update == null ? null : Trigger.UPDATE;
        var data = update == null ? null : update.data();
        var given = TokenSession.off(payload);
        var token = callbacks.jwt().apply(new JwtParams(given, null, null, null, trigger, data, null, verdict.user()));
        if (token == null) return over(cookie, reissue);
        var now = end(payload, verdict);
        boolean isDue = update != null
                || renewal.isReissued(given, token, reissue)
                || (reissue != Reissue.NEVER && records.isAdopted(Objects.requireNonNull(cookie.token()), payload));
        var next = isDue ? records.prolong(payload, verdict, end(payload)) : Optional.<Instant>empty();
        boolean isReissued = next.isPresent() || update != null;
        var end = next.orElse(now);
        var shown = TokenUser.shown(token);
        var session = applySessionCallback(shown, token, end);
        var read = new SessionResult(session, TokenUser.known(shown, token), List.of(), null);
        if (isReissued) read = reissue(read, cookie, ReservedClaim.keep(payload, token), end, update);
        publisher.publish((events, cause) -> events.session(new Events.Session(session, token, cause)));
        return read;
    }

    /** When the session ends as it is. */
    private Instant end(Claims payload, TokenRecords.Verdict verdict) {
        if (verdict.span() != null) return verdict.span().expires();
        return TokenRenewal.end(payload).orElseGet(() -> end(payload));
    }

    /** A session that cannot be prolonged is still one. An update that cannot be kept is a failure. */
    private SessionResult reissue(
            SessionResult read, SessionCookie cookie, Claims token, Instant end, @Nullable Update update) {
        var before = Objects.requireNonNull(cookie.token());
        if (history.isEnded(before) && update == null) return read;
        String sealed;
        try {
            sealed = seal(cookie, token, end);
        } catch (RuntimeException e) {
            if (update != null) throw e;
            failed(e);
            return read;
        }
        observe(update == null ? Cause.RENEWAL : Cause.UPDATE);
        history.renewed(before, sealed);
        if (update != null) history.ended(before);
        return new SessionResult(
                read.session(), read.user(), cookie.write(sealed, end), null, renewal(before, update != null));
    }

    /** A token ends with its session; one that says none, by the age of tokens. */
    private String seal(SessionCookie cookie, Claims token, Instant end) {
        boolean isBound = TokenSession.of(token).isPresent();
        return isBound
                ? tokens.encode(cookie, token, Duration.between(clock.instant(), end))
                : tokens.encode(cookie, token);
    }

    private Renewal renewal(String before, boolean update) {
        return new Renewal() {
            @Override
            public boolean isWanted() {
                return update || !history.isEnded(before);
            }

            @Override
            public void sent() {}
        };
    }

    private @Nullable Session applySessionCallback(User shown, Claims token, Instant expires) {
        return callbacks.session().apply(new SessionParams(Session.of(shown, expires), token, null, null, null));
    }

    @Override
    public Optional<CurrentLogin> current(SessionCookie cookie) {
        if (cookie.token() == null || store == null) return Optional.empty();
        var payload = payloadIfValid(cookie).orElse(Claims.NONE);
        if (isPastAbsoluteEnd(payload)) return Optional.empty();
        var token = confirmed(payload).orElse(null);
        if (token == null) return Optional.empty();
        var holder = records.holder(payload, token).orElse(null);
        if (holder == null || holder.user() == null) return Optional.empty();
        return Optional.of(new CurrentLogin(
                holder.user(),
                holder.session(),
                Mark.UNVERIFIED.isOn(payload),
                kept(cookie, payload, token),
                ReservedClaim.keep(payload, token)));
    }

    @Override
    public Optional<StoredSession> session(SessionCookie cookie) {
        if (cookie.token() == null || !traits().canEnd()) return Optional.empty();
        var payload = payloadIfValid(cookie).orElse(Claims.NONE);
        if (isPastAbsoluteEnd(payload)) return Optional.empty();
        return confirmed(payload)
                .flatMap(token -> records.holder(payload, token))
                .map(TokenRecords.Holder::session);
    }

    @Override
    public Optional<User> holder(SessionCookie cookie) {
        return held(cookie).map(TokenRecords.Holder::user);
    }

    @Override
    public Optional<RecordAndUser> recorded(SessionCookie cookie) {
        return held(cookie).flatMap(TokenRecords.Holder::recorded);
    }

    private Optional<TokenRecords.Holder> held(SessionCookie cookie) {
        if (cookie.token() == null) return Optional.empty();
        var payload = payloadIfValid(cookie).orElse(Claims.NONE);
        return isPastAbsoluteEnd(payload) ? Optional.empty() : records.holder(payload, payload);
    }

    /** The cookies that keep what the {@code jwt} callback changed, such as a refresh token that is used once. */
    private List<Cookie> kept(SessionCookie cookie, Claims payload, Claims token) {
        var before = Objects.requireNonNull(cookie.token());
        if (!callbacks.isJwtSet() || history.isEnded(before)) return List.of();
        if (!renewal.isReissued(TokenSession.off(payload), token, Reissue.WHEN_DUE)) return List.of();
        try {
            var end = traits().capability() == null
                    ? end(payload)
                    : TokenRenewal.end(payload).orElseThrow();
            var sealed = seal(cookie, ReservedClaim.keep(payload, token), end);
            history.renewed(before, sealed);
            return cookie.write(sealed, end);
        } catch (RuntimeException e) {
            failed(e);
            return List.of();
        }
    }

    @Override
    public Optional<String> owner(SessionCookie cookie) {
        if (cookie.token() == null) return Optional.empty();
        return payloadIfValid(cookie).filter(token -> !isPastAbsoluteEnd(token)).flatMap(records::owner);
    }

    /** The token, unless a callback of the application ends or hides the session. */
    private Optional<Claims> confirmed(Claims payload) {
        if (payload.isEmpty()) return Optional.empty();
        try {
            var given = TokenSession.off(payload);
            var token = callbacks.isJwtSet()
                    ? callbacks.jwt().apply(new JwtParams(given, null, null, null, null, null, null))
                    : given;
            if (token == null) return Optional.empty();
            if (!callbacks.isSessionSet()) return Optional.of(token);
            var end = TokenRenewal.end(payload).orElse(clock.instant().plus(sessionMaxAge));
            return applySessionCallback(TokenUser.shown(token), token, end) == null
                    ? Optional.empty()
                    : Optional.of(token);
        } catch (RuntimeException e) {
            throw new AuthException(ErrorType.JWT_SESSION_ERROR, reason(e), e);
        }
    }

    private SessionResult unread(@Nullable AdapterException cause) {
        var failure = new AuthException(ErrorType.SESSION_TOKEN_ERROR, "the session could not be read", cause);
        publisher.log(failure);
        return SessionResult.unknown(failure);
    }

    @Override
    public @Nullable StoredSession open(Store unit, NewSession facts) {
        var now = clock.instant();
        var end = now.plus(sessionMaxAge);
        var last = absoluteAge == null ? end : facts.begunOr(now).plus(absoluteAge);
        return records.open(unit, facts, now, last.isBefore(end) ? last : end);
    }

    @Override
    public void close(Store unit, SessionCookie cookie) {
        if (cookie.token() != null && traits().canEnd()) {
            payloadIfValid(cookie).ifPresent(token -> records.end(unit, token));
        }
    }

    @Override
    public StoredSessions stored(Store unit, @Nullable Reason reason) {
        return records.stored(unit, reason);
    }

    @Override
    public void endOfProvider(Store unit, SessionSelection.OfProvider which) {
        records.endOfProvider(unit, which);
    }

    @Override
    public List<Cookie> issue(NewLogin login, SessionCookie cookie) {
        try {
            var issued = issued(login, cookie);
            if (issued.isEmpty()) takeBack(login.session());
            return issued.orElseGet(cookie::clear);
        } catch (RuntimeException e) {
            takeBack(login.session());
            throw e;
        }
    }

    @Override
    public List<Cookie> replace(CurrentLogin before, StoredSession replacement, SessionCookie cookie) {
        try {
            if (cookie.token() != null) history.ended(cookie.token());
            observe(Cause.UPDATE);
            return written(cookie, described(before.token(), replacement), replacement);
        } catch (RuntimeException e) {
            takeBack(replacement);
            throw e;
        }
    }

    @Override
    public List<Cookie> changed(CurrentLogin now, SessionCookie cookie) {
        history.ended(Objects.requireNonNull(cookie.token()));
        observe(Cause.UPDATE);
        return written(cookie, now.token(), now.session());
    }

    /** Ends a session that no browser has. */
    private void takeBack(@Nullable StoredSession opened) {
        if (opened == null || store == null) return;
        try {
            records.stored(store, null).end(opened);
        } catch (AuthException e) {
            publisher.log(e);
        }
    }

    /** The cookies of a new session; empty if the {@code jwt} callback refuses it. */
    private Optional<List<Cookie>> issued(NewLogin login, SessionCookie cookie) {
        if (cookie.token() != null) history.ended(cookie.token());
        var user = login.user();
        boolean isNew = Boolean.TRUE.equals(login.isNewUser());
        var token = callbacks
                .jwt()
                .apply(new JwtParams(
                        TokenUser.claims(user),
                        user,
                        login.account(),
                        login.profile(),
                        isNew ? Trigger.SIGN_UP : Trigger.SIGN_IN,
                        null,
                        login.isNewUser()));
        if (token == null) return Optional.empty();
        observe(Cause.SIGN_IN);
        var marked = described(login.isUnverified() ? Mark.UNVERIFIED.on(token) : token, login.session());
        return Optional.of(written(cookie, marked, login.session()));
    }

    private List<Cookie> written(SessionCookie cookie, Claims token, @Nullable StoredSession opened) {
        var end = opened == null ? end(token) : opened.expires();
        var sealed = seal(cookie, token, end);
        if (opened != null && !tokens.keepsSession(cookie, sealed, token)) {
            throw new AuthException(
                    ErrorType.INVALID_CONFIGURATION,
                    "jwt.codec loses the claim cardea, which revocable sessions need: keep it, or set session.strategy to jwt");
        }
        return cookie.write(sealed, end);
    }

    private Claims described(Claims token, @Nullable StoredSession opened) {
        var record = opened == null ? null : opened.record();
        if (record != null) return new TokenSession(record.id(), record.begun()).on(token);
        var own = TokenSession.off(token);
        return absoluteAge == null ? own : new TokenSession(null, clock.instant()).on(own);
    }

    @Override
    public SignOutResult end(SessionCookie cookie) {
        try {
            var payload = payload(cookie);
            if (payload.isPresent()) {
                if (store != null) records.end(store, payload.get());
                history.ended(Objects.requireNonNull(cookie.token()));
            }
            return new SignOutResult(cause -> new Events.SignOut(null, payload.orElse(null), false, cause), null);
        } catch (JoseException | JsonException e) {
            reportUnreadable(e);
            return new SignOutResult(null, null);
        } catch (RuntimeException e) {
            return new SignOutResult(null, new AuthException(ErrorType.SIGN_OUT_ERROR, reason(e), e));
        }
    }

    private AuthException failed(RuntimeException e) {
        var failure = new AuthException(ErrorType.JWT_SESSION_ERROR, reason(e), e);
        publisher.log(failure);
        return failure;
    }

    /** Any visitor can send a cookie that cannot be read: one line, and no trace unless the codec itself fails. */
    private void reportUnreadable(RuntimeException e) {
        if (e instanceof JoseException || e instanceof JsonException) publisher.warn("unreadable-session-cookie");
        else failed(e);
    }

    private static String reason(RuntimeException e) {
        return e instanceof JoseException
                ? "the session token could not be read"
                : "a callback or the token codec failed";
    }
}
