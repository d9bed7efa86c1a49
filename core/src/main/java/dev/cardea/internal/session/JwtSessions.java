package dev.cardea.internal.session;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.Store;
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
import dev.cardea.internal.observe.SecretUses;
import dev.cardea.jose.JoseException;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import dev.cardea.model.Session;
import dev.cardea.model.User;
import dev.cardea.observe.Observation;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.SecretUse.Purpose;
import dev.cardea.observe.Step.SessionIssue.Cause;
import dev.cardea.observe.Step.SessionRead.Result;
import dev.cardea.token.DecodeParams;
import dev.cardea.token.DevelopmentMark;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.JwtCodec;
import dev.cardea.token.Secrets;
import dev.cardea.token.UnverifiedMark;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps the login in an encrypted cookie. */
public final class JwtSessions implements SessionStrategy {
    private static final Claim<Long> MADE = Claim.number("iat");
    private static final Claim<Long> END = Claim.number("exp");

    private final JwtCodec codec;
    private final Secrets secrets;
    private final Callbacks callbacks;
    private final EventPublisher publisher;
    private final Clock clock;
    private final Duration sessionMaxAge;
    private final Duration tokenMaxAge;
    private final @Nullable Store store;
    private final Duration renewalAge;
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
        this.codec = codec;
        this.secrets = secrets;
        this.callbacks = callbacks;
        this.publisher = publisher;
        this.clock = clock;
        this.sessionMaxAge = sessionMaxAge;
        this.tokenMaxAge = tokenMaxAge;
        this.store = store;
        renewalAge = renewalAge(updateAge, tokenMaxAge.compareTo(sessionMaxAge) < 0 ? tokenMaxAge : sessionMaxAge);
        history = new TokenHistory(clock);
    }

    /** An {@code updateAge} longer than half of a short session would let it end under an active visitor. */
    private static Duration renewalAge(Duration updateAge, Duration lifetime) {
        return updateAge.multipliedBy(2).compareTo(lifetime) > 0 ? lifetime.dividedBy(10) : updateAge;
    }

    /** The age from which a token is due for renewal: {@code updateAge}, or less where the session is short. */
    public Duration renewalAge() {
        return renewalAge;
    }

    @Override
    public SessionResult read(SessionCookie cookie, @Nullable Update update, Reissue reissue) {
        if (cookie.token() == null) {
            observe(Result.ABSENT);
            return SessionResult.none(List.of());
        }
        Optional<Claims> payload;
        try {
            payload = decode(cookie);
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
            if (isOvertaken(payload)) {
                observe(Result.EXPIRED);
                return over(cookie, reissue);
            }
            var read = open(cookie, payload, update, reissue);
            observe(read.session() == null ? Result.ABSENT : Result.VALID);
            return read;
        } catch (MarkUnread e) {
            observe(Result.UNAVAILABLE);
            return unread(e);
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
        boolean reissued = update != null || isReissued(payload, token, reissue);
        var end = clock.instant().plus(sessionMaxAge);
        var shown = shown(token);
        var session =
                applySessionCallback(shown, token, reissued ? end : end(payload).orElse(end));
        var read = new SessionResult(session, known(shown, token), List.of(), null);
        if (reissued) read = reissue(read, cookie, marked(token, UnverifiedMark.isOn(payload)), end, update);
        publisher.publish(events -> events.session(new Events.Session(session, token)));
        return read;
    }

    private boolean isReissued(Claims payload, Claims token, Reissue reissue) {
        return switch (reissue) {
            case ALWAYS -> true;
            case WHEN_DUE -> isDue(payload) || isChanged(payload, token);
            case NEVER -> false;
        };
    }

    /** Older than {@code updateAge}; a token that does not say when it was made is as old as its end says. */
    private boolean isDue(Claims payload) {
        var made = payload.get(MADE).map(Instant::ofEpochSecond);
        if (made.isEmpty()) made = end(payload).map(end -> end.minus(tokenMaxAge));
        return made.isEmpty() || !made.get().plus(renewalAge).isAfter(clock.instant());
    }

    private static boolean isChanged(Claims payload, Claims token) {
        if (payload == token) return false;
        var before = content(payload);
        var after = content(token);
        // A time that a callback sets anew reads as the text that it becomes.
        return !before.equals(after) && !before.equals(Json.parseObject(after.toJson(), Json.TRUSTED_DEPTH));
    }

    /** What the application and the sign-in put in, without what each encoding sets anew. */
    private static Claims content(Claims token) {
        return token.without("iat").without("exp").without("jti").without("cardea");
    }

    private static Optional<Instant> end(Claims payload) {
        return payload.get(END).map(Instant::ofEpochSecond);
    }

    /** A session that cannot be prolonged is still one. An update that cannot be kept is a failure. */
    private SessionResult reissue(
            SessionResult read, SessionCookie cookie, Claims token, Instant end, @Nullable Update update) {
        var before = Objects.requireNonNull(cookie.token());
        if (history.isEnded(before) && update == null) return read;
        String sealed;
        try {
            sealed = encode(cookie, token);
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
        var payload = payload(cookie).orElse(Claims.NONE);
        boolean isMarked = UnverifiedMark.isOn(payload);
        return confirmed(payload)
                .map(token -> token.text("sub"))
                .flatMap(sub -> store.getUser(sub))
                .filter(user -> !isMarked || user.emailVerified() == null)
                .map(user -> new CurrentLogin(user, null, isMarked));
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
            var end = end(payload).orElse(clock.instant().plus(sessionMaxAge));
            return applySessionCallback(shown(token), token, end) == null ? Optional.empty() : Optional.of(token);
        } catch (RuntimeException e) {
            throw new AuthException(ErrorType.JWT_SESSION_ERROR, reason(e), e);
        }
    }

    /**
     * Returns whether the token has lost its user: it was issued under an unverified address, and that was verified by
     * another sign-in since.
     */
    private boolean isOvertaken(Claims payload) {
        if (!UnverifiedMark.isOn(payload)) return false;
        var sub = payload.text("sub");
        if (store == null || sub == null) return true;
        try {
            return store.getUser(sub).map(user -> user.emailVerified() != null).orElse(true);
        } catch (AdapterException e) {
            throw new MarkUnread(e);
        }
    }

    /** The store did not say whether a marked token still counts. */
    private static final class MarkUnread extends RuntimeException {
        private static final long serialVersionUID = 1L;

        MarkUnread(AdapterException cause) {
            super(cause);
        }
    }

    private SessionResult unread(MarkUnread e) {
        var failure = new AuthException(ErrorType.SESSION_TOKEN_ERROR, "the session could not be read", e.getCause());
        publisher.log(failure);
        return new SessionResult(null, null, List.of(), failure);
    }

    private static Claims marked(Claims token, boolean isMarked) {
        return isMarked ? UnverifiedMark.on(token) : token;
    }

    @Override
    public @Nullable AdapterSession open(Store unit, String userId) {
        return null;
    }

    @Override
    public void close(Store unit, SessionCookie cookie) {}

    @Override
    public List<Cookie> issue(NewLogin login, SessionCookie cookie) {
        if (cookie.token() != null) history.ended(cookie.token());
        var user = login.user();
        var fresh = Claims.NONE;
        for (var name : new String[] {"name", "email"}) {
            if (user.claims().has(name)) fresh = fresh.with(name, user.claims().value(name));
        }
        if (user.claims().has("image"))
            fresh = fresh.with("picture", user.claims().value("image"));
        fresh = fresh.withPresent("sub", user.id());
        boolean isNew = Boolean.TRUE.equals(login.isNewUser());
        var token = callbacks
                .jwt()
                .apply(new JwtParams(
                        fresh,
                        user,
                        login.account(),
                        login.profile(),
                        isNew ? Trigger.SIGN_UP : Trigger.SIGN_IN,
                        null,
                        login.isNewUser()));
        if (token == null) return cookie.clear();
        observe(Cause.SIGN_IN);
        var sealed = marked(token, login.isUnverified());
        return cookie.write(encode(cookie, sealed), clock.instant().plus(sessionMaxAge));
    }

    @Override
    public SignOutResult end(SessionCookie cookie) {
        try {
            var payload = decode(cookie);
            if (payload.isPresent()) history.ended(Objects.requireNonNull(cookie.token()));
            return new SignOutResult(new Events.SignOut(null, payload.orElse(null), false), null);
        } catch (JoseException | JsonException e) {
            reportUnreadable(e);
            return new SignOutResult(null, null);
        } catch (RuntimeException e) {
            return new SignOutResult(null, new AuthException(ErrorType.SIGN_OUT_ERROR, reason(e), e));
        }
    }

    private Optional<Claims> payload(SessionCookie cookie) {
        try {
            return decode(cookie);
        } catch (JoseException | JsonException e) {
            return Optional.empty();
        }
    }

    private Optional<Claims> decode(SessionCookie cookie) {
        var token = cookie.token();
        var decoded = codec.decode(new DecodeParams(token, secrets, cookie.name()));
        if (token != null && decoded.isPresent()) {
            SecretUses.opened(Purpose.SESSION, codec, token, secrets, cookie.name());
        }
        // The codec of development mode takes the mark off.
        return decoded.filter(claims -> !DevelopmentMark.isOn(claims));
    }

    private String encode(SessionCookie cookie, Claims token) {
        return codec.encode(new EncodeParams(token, secrets, cookie.name(), tokenMaxAge.toSeconds()));
    }

    private static User shown(Claims token) {
        var user = new LinkedHashMap<String, @Nullable Object>();
        if (token.has("name")) user.put("name", token.value("name"));
        if (token.has("email")) user.put("email", token.value("email"));
        if (token.has("picture")) user.put("image", token.value("picture"));
        return User.of(Claims.of(user));
    }

    private static User known(User shown, Claims token) {
        return User.of(Claims.NONE.withPresent("id", token.text("sub")).withAll(shown.claims()));
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
