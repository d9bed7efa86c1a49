package dev.cardea.internal.session;

import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoredSession;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AdapterException;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Events;
import dev.cardea.hook.JwtParams;
import dev.cardea.hook.SessionParams;
import dev.cardea.hook.Trigger;
import dev.cardea.http.Cookie;
import dev.cardea.internal.cookie.SessionCookie;
import dev.cardea.internal.session.TokenRecords.Verdict;
import dev.cardea.jose.JoseException;
import dev.cardea.json.Claims;
import dev.cardea.json.JsonException;
import dev.cardea.model.Session;
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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps the login in an encrypted cookie. What a store knows of it besides is in {@link TokenRecords}. */
public final class TokenSessions implements SessionStrategy {
    private final TokenRecords records;
    private final TokenLifetimes lifetimes;
    private final TokenCookies cookies;
    private final TokenLogins logins;
    private final Callbacks callbacks;
    private final EventPublisher publisher;
    private final TokenFailures failures;
    private final @Nullable Store store;

    private TokenSessions(
            TokenRecords records,
            TokenLifetimes lifetimes,
            SessionTokens tokens,
            Callbacks callbacks,
            EventPublisher publisher,
            Clock clock,
            @Nullable Store store) {
        this.records = records;
        this.lifetimes = lifetimes;
        this.callbacks = callbacks;
        this.publisher = publisher;
        this.store = store;
        failures = new TokenFailures(publisher);
        cookies = new TokenCookies(tokens, records, lifetimes, clock);
        logins = new TokenLogins(records, cookies, lifetimes, callbacks, failures, store);
    }

    /** Returns sessions that only their cookie has. */
    public static TokenSessions unrecorded(
            SessionTokens tokens,
            SessionOptions options,
            Callbacks callbacks,
            EventPublisher publisher,
            Clock clock,
            @Nullable Store store) {
        var lifetimes = new TokenLifetimes(clock, options, SessionTraits.JWT, tokens.maxAge());
        return new TokenSessions(new UnrecordedTokens(store), lifetimes, tokens, callbacks, publisher, clock, store);
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
        var lifetimes = new TokenLifetimes(clock, options, SessionTraits.REVOCABLE, tokens.maxAge());
        var records = new RevocableTokens(store, options, lifetimes, clock, time, randomness, publisher);
        return new TokenSessions(records, lifetimes, tokens, callbacks, publisher, clock, store);
    }

    @Override
    public SessionTraits traits() {
        return records.traits();
    }

    @Override
    public SessionStorage storage() {
        return records;
    }

    @Override
    public CurrentLogins logins() {
        return logins;
    }

    /** {@code updateAge}, or less where the session is short. */
    @Override
    public Duration renewalAge() {
        return lifetimes.renewalAge();
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
        if (cookie.token() == null) return observed(Result.ABSENT, SessionResult.none(List.of()));
        Optional<Claims> payload;
        try {
            payload = cookies.payload(cookie);
        } catch (AdapterException e) {
            return observed(Result.UNAVAILABLE, SessionResult.unknown(failures.unread(e)));
        } catch (RuntimeException e) {
            failures.unreadable(e);
            boolean isExpired = e instanceof JoseException jose && jose.isExpired();
            return observed(isExpired ? Result.EXPIRED : Result.INVALID, over(cookie, reissue));
        }
        if (payload.isEmpty()) return observed(Result.INVALID, over(cookie, reissue));
        try {
            return read(cookie, payload.get(), update, reissue, isStrict);
        } catch (RuntimeException e) {
            return observed(Result.UNAVAILABLE, SessionResult.unknown(failures.failed(e)));
        }
    }

    private SessionResult read(
            SessionCookie cookie, Claims payload, @Nullable Update update, Reissue reissue, boolean isStrict) {
        var verdict = verdict(payload, isStrict);
        return switch (verdict.state()) {
            case LIVE -> {
                var read = open(cookie, payload, verdict, update, reissue);
                yield observed(read.session() == null ? Result.ABSENT : Result.VALID, read);
            }
            case ENDED -> observed(Result.EXPIRED, over(cookie, reissue));
            case GONE ->
                observed(
                        Result.EXPIRED,
                        reissue == Reissue.ALWAYS ? over(cookie, reissue) : SessionResult.none(List.of()));
            case UNKNOWN -> observed(Result.UNAVAILABLE, SessionResult.unknown(failures.unread(verdict.failure())));
        };
    }

    private Verdict verdict(Claims payload, boolean isStrict) {
        if (lifetimes.isOver(payload)) return Verdict.ENDED;
        return isStrict ? records.confirm(payload) : records.check(payload);
    }

    private SessionResult observed(Result result, SessionResult read) {
        var observation = Observation.current();
        if (observation.isObserved()) observation.add(new Step.SessionRead(traits().observed(), result));
        return read;
    }

    private void observe(Cause cause) {
        Observation.current().add(new Step.SessionIssue(traits().observed(), cause));
    }

    private static SessionResult over(SessionCookie cookie, Reissue reissue) {
        return SessionResult.none(reissue == Reissue.NEVER ? List.of() : cookie.clear());
    }

    private SessionResult open(
            SessionCookie cookie, Claims payload, Verdict verdict, @Nullable Update update, Reissue reissue) {
        var trigger = update == null ? null : Trigger.UPDATE;
        var data = update == null ? null : update.data();
        var given = TokenSession.off(payload);
        var token = callbacks.jwt().apply(new JwtParams(given, null, null, null, trigger, data, null, verdict.user()));
        if (token == null) return over(cookie, reissue);
        var now =
                verdict.span() == null ? lifetimes.end(payload) : verdict.span().expires();
        boolean isDue = update != null
                || lifetimes.isReissued(given, token, reissue)
                || (reissue != Reissue.NEVER && cookies.isAdopted(cookie, payload));
        var next = isDue ? records.prolong(payload, verdict, lifetimes.nextEnd(payload)) : Optional.<Instant>empty();
        var end = next.orElse(now);
        var shown = TokenUser.shown(token);
        var session = callbacks.session().apply(new SessionParams(Session.of(shown, end), token, null, null, null));
        var read = new SessionResult(session, TokenUser.known(shown, token), List.of(), null);
        if (next.isPresent() || update != null)
            read = reissue(read, cookie, ReservedClaim.keep(payload, token), end, update);
        publisher.publish((events, cause) -> events.session(new Events.Session(session, token, cause)));
        return read;
    }

    /** A session that cannot be prolonged is still one. An update that cannot be kept is a failure. */
    private SessionResult reissue(
            SessionResult read, SessionCookie cookie, Claims token, Instant end, @Nullable Update update) {
        if (update == null && cookies.isEnded(cookie)) return read;
        List<Cookie> renewed;
        try {
            renewed = cookies.renewed(cookie, token, end);
        } catch (RuntimeException e) {
            if (update != null) throw e;
            failures.failed(e);
            return read;
        }
        observe(update == null ? Cause.RENEWAL : Cause.UPDATE);
        if (update != null) cookies.ended(cookie);
        return new SessionResult(read.session(), read.user(), renewed, null, cookies.renewal(cookie, update != null));
    }

    @Override
    public boolean close(Store unit, SessionCookie cookie) {
        if (!traits().canEnd()) return true;
        return cookies.payloadIfValid(cookie)
                .filter(token -> records.end(unit, token))
                .isPresent();
    }

    @Override
    public List<Cookie> issue(NewLogin login, SessionCookie cookie) {
        try {
            cookies.ended(cookie);
            var token = callbacks.jwt().apply(login.jwtParams());
            if (token == null) {
                takeBack(login.session());
                return cookie.clear();
            }
            observe(Cause.SIGN_IN);
            var marked = login.isUnverified() ? Mark.UNVERIFIED.on(token) : token;
            return cookies.opened(cookie, marked, login.session());
        } catch (RuntimeException e) {
            takeBack(login.session());
            throw e;
        }
    }

    @Override
    public List<Cookie> replace(CurrentLogin before, StoredSession replacement, SessionCookie cookie) {
        try {
            cookies.ended(cookie);
            observe(Cause.UPDATE);
            return cookies.opened(cookie, before.token(), replacement);
        } catch (RuntimeException e) {
            takeBack(replacement);
            throw e;
        }
    }

    @Override
    public List<Cookie> changed(CurrentLogin now, SessionCookie cookie) {
        cookies.ended(cookie);
        observe(Cause.UPDATE);
        return cookies.written(cookie, now.token(), now.session());
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

    @Override
    public SignOutResult end(SessionCookie cookie) {
        try {
            var payload = cookies.payload(cookie);
            if (payload.isPresent()) {
                if (store != null) records.end(store, payload.get());
                cookies.ended(cookie);
            }
            return new SignOutResult(cause -> new Events.SignOut(null, payload.orElse(null), false, cause), null);
        } catch (JoseException | JsonException e) {
            failures.unreadable(e);
            return new SignOutResult(null, null);
        } catch (RuntimeException e) {
            return new SignOutResult(null, new AuthException(ErrorType.SIGN_OUT_ERROR, TokenFailures.reason(e), e));
        }
    }
}
