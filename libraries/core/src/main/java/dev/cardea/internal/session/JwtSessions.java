package dev.cardea.internal.session;

import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoredSession;
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
import dev.cardea.jose.JoseException;
import dev.cardea.json.Claims;
import dev.cardea.json.JsonException;
import dev.cardea.model.Session;
import dev.cardea.model.User;
import dev.cardea.observe.Observation;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.SessionIssue.Cause;
import dev.cardea.observe.Step.SessionRead.Result;
import dev.cardea.token.JwtCodec;
import dev.cardea.token.ReservedClaim;
import dev.cardea.token.ReservedClaim.Mark;
import dev.cardea.token.Secrets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps the login in an encrypted cookie. */
public final class JwtSessions implements SessionStrategy {
    private final SessionTokens tokens;
    private final Callbacks callbacks;
    private final EventPublisher publisher;
    private final Clock clock;
    private final Duration sessionMaxAge;
    private final @Nullable Store store;
    private final TokenLiveness liveness;
    private final TokenRenewal renewal;
    private final TokenHistory history;

    public JwtSessions(
            JwtCodec codec,
            Secrets secrets,
            Callbacks callbacks,
            EventPublisher publisher,
            Clock clock,
            Duration sessionMaxAge,
            Duration tokenMaxAge,
            Duration updateAge,
            @Nullable Store store) {
        tokens = new SessionTokens(codec, secrets, tokenMaxAge);
        this.callbacks = callbacks;
        this.publisher = publisher;
        this.clock = clock;
        this.sessionMaxAge = sessionMaxAge;
        this.store = store;
        liveness = new TokenLiveness(store);
        renewal = new TokenRenewal(clock, updateAge, sessionMaxAge, tokenMaxAge);
        history = new TokenHistory(clock);
    }

    @Override
    public SessionTraits traits() {
        return SessionTraits.JWT;
    }

    /** {@code updateAge}, or less where the session is short. */
    @Override
    public Duration renewalAge() {
        return renewal.age();
    }

    @Override
    public SessionResult read(SessionCookie cookie, @Nullable Update update, Reissue reissue) {
        if (cookie.token() == null) {
            observe(Result.ABSENT);
            return SessionResult.none(List.of());
        }
        Optional<Claims> payload;
        try {
            payload = tokens.decode(cookie);
        } catch (RuntimeException e) {
            observe(e instanceof JoseException jose && jose.isExpired() ? Result.EXPIRED : Result.INVALID);
            reportUnreadable(e);
            return over(cookie, reissue);
        }
        if (payload.isEmpty()) {
            observe(Result.INVALID);
            return over(cookie, reissue);
        }
        return read(cookie, payload.get(), update, reissue);
    }

    private SessionResult read(SessionCookie cookie, Claims payload, @Nullable Update update, Reissue reissue) {
        try {
            var verdict = liveness.check(payload);
            return switch (verdict.state()) {
                case LIVE -> {
                    var read = open(cookie, payload, update, reissue);
                    observe(read.session() == null ? Result.ABSENT : Result.VALID);
                    yield read;
                }
                case ENDED -> {
                    observe(Result.EXPIRED);
                    yield over(cookie, reissue);
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

    private static void observe(Result result) {
        var observation = Observation.current();
        if (observation.isObserved()) observation.add(new Step.SessionRead(Step.Strategy.JWT, result));
    }

    private static void observe(Cause cause) {
        Observation.current().add(new Step.SessionIssue(Step.Strategy.JWT, cause));
    }

    private static SessionResult over(SessionCookie cookie, Reissue reissue) {
        return SessionResult.none(reissue == Reissue.NEVER ? List.of() : cookie.clear());
    }

    private SessionResult open(SessionCookie cookie, Claims payload, @Nullable Update update, Reissue reissue) {
        var trigger = update == null ? null : Trigger.UPDATE;
        var data = update == null ? null : update.data();
        var token = callbacks.jwt().apply(new JwtParams(payload, null, null, null, trigger, data, null));
        if (token == null) return over(cookie, reissue);
        boolean reissued = update != null || renewal.isReissued(payload, token, reissue);
        var end = clock.instant().plus(sessionMaxAge);
        var shown = TokenUser.shown(token);
        var session = applySessionCallback(
                shown, token, reissued ? end : TokenRenewal.end(payload).orElse(end));
        var read = new SessionResult(session, TokenUser.known(shown, token), List.of(), null);
        if (reissued) read = reissue(read, cookie, ReservedClaim.keep(payload, token), end, update);
        publisher.publish((events, cause) -> events.session(new Events.Session(session, token, cause)));
        return read;
    }

    /** A session that cannot be prolonged is still one. An update that cannot be kept is a failure. */
    private SessionResult reissue(
            SessionResult read, SessionCookie cookie, Claims token, Instant end, @Nullable Update update) {
        var before = Objects.requireNonNull(cookie.token());
        if (history.isEnded(before) && update == null) return read;
        String sealed;
        try {
            sealed = tokens.encode(cookie, token);
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
        var payload = tokens.decodeIfValid(cookie).orElse(Claims.NONE);
        var token = confirmed(payload).orElse(Claims.NONE);
        return liveness.user(payload, token)
                .map(user -> new CurrentLogin(user, null, Mark.UNVERIFIED.isOn(payload), kept(cookie, payload, token)));
    }

    @Override
    public Optional<User> holder(SessionCookie cookie) {
        if (cookie.token() == null) return Optional.empty();
        var payload = tokens.decodeIfValid(cookie).orElse(Claims.NONE);
        return liveness.user(payload, payload);
    }

    /** The cookies that keep what the {@code jwt} callback changed, such as a refresh token that is used once. */
    private List<Cookie> kept(SessionCookie cookie, Claims payload, Claims token) {
        var before = Objects.requireNonNull(cookie.token());
        if (!callbacks.isJwtSet() || history.isEnded(before)) return List.of();
        if (!renewal.isReissued(payload, token, Reissue.WHEN_DUE)) return List.of();
        try {
            var sealed = tokens.encode(cookie, ReservedClaim.keep(payload, token));
            history.renewed(before, sealed);
            return cookie.write(sealed, clock.instant().plus(sessionMaxAge));
        } catch (RuntimeException e) {
            failed(e);
            return List.of();
        }
    }

    @Override
    public Optional<String> owner(SessionCookie cookie) {
        if (cookie.token() == null || store == null) return Optional.empty();
        return tokens.decodeIfValid(cookie).map(token -> token.text("sub"));
    }

    /** The token, unless a callback of the application ends or hides the session. */
    private Optional<Claims> confirmed(Claims payload) {
        if (payload.isEmpty()) return Optional.empty();
        try {
            var token = callbacks.isJwtSet()
                    ? callbacks.jwt().apply(new JwtParams(payload, null, null, null, null, null, null))
                    : payload;
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
        return null;
    }

    @Override
    public void close(Store unit, SessionCookie cookie) {}

    @Override
    public List<Cookie> issue(NewLogin login, SessionCookie cookie) {
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
        if (token == null) return cookie.clear();
        observe(Cause.SIGN_IN);
        var sealed = login.isUnverified() ? Mark.UNVERIFIED.on(token) : token;
        return cookie.write(tokens.encode(cookie, sealed), clock.instant().plus(sessionMaxAge));
    }

    @Override
    public SignOutResult end(SessionCookie cookie) {
        try {
            var payload = tokens.decode(cookie);
            if (payload.isPresent()) history.ended(Objects.requireNonNull(cookie.token()));
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
