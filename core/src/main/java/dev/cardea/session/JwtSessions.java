package dev.cardea.session;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.Store;
import dev.cardea.cookie.SessionCookie;
import dev.cardea.error.AdapterException;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Events;
import dev.cardea.hook.JwtParams;
import dev.cardea.hook.SessionParams;
import dev.cardea.hook.Trigger;
import dev.cardea.http.Cookie;
import dev.cardea.jose.JoseException;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.JsonException;
import dev.cardea.model.Session;
import dev.cardea.model.User;
import dev.cardea.token.DecodeParams;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.JwtCodec;
import dev.cardea.token.Secrets;
import dev.cardea.token.UnverifiedMark;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps the login in an encrypted cookie. Each read makes a fresh token. */
public final class JwtSessions implements SessionStrategy {
    private final JwtCodec codec;
    private final Secrets secrets;
    private final Callbacks callbacks;
    private final Telling telling;
    private final Clock clock;
    private final Duration sessionMaxAge;
    private final Duration tokenMaxAge;
    private final @Nullable Store store;

    public JwtSessions(
            JwtCodec codec,
            Secrets secrets,
            Callbacks callbacks,
            Telling telling,
            Clock clock,
            Duration sessionMaxAge,
            Duration tokenMaxAge,
            @Nullable Store store) {
        this.codec = codec;
        this.secrets = secrets;
        this.callbacks = callbacks;
        this.telling = telling;
        this.clock = clock;
        this.sessionMaxAge = sessionMaxAge;
        this.tokenMaxAge = tokenMaxAge;
        this.store = store;
    }

    @Override
    public ReadSession read(SessionCookie cookie, @Nullable Update update) {
        if (cookie.token() == null) return ReadSession.none(List.of());
        try {
            return refresh(cookie, update);
        } catch (MarkUnread e) {
            return unread(e);
        } catch (RuntimeException e) {
            telling.log(new AuthException(ErrorType.JWT_SESSION_ERROR, reason(e), e));
            return ReadSession.none(cookie.clear());
        }
    }

    private ReadSession refresh(SessionCookie cookie, @Nullable Update update) {
        var payload = decode(cookie);
        if (payload.isEmpty() || isOvertaken(payload.get())) return ReadSession.none(cookie.clear());
        var trigger = update == null ? null : Trigger.UPDATE;
        var data = update == null ? null : update.data();
        var token = callbacks.jwt().apply(new JwtParams(payload.get(), null, null, null, trigger, data, null));
        if (token == null) return ReadSession.none(cookie.clear());
        var expires = clock.instant().plus(sessionMaxAge);
        var session = shaped(token, expires);
        var sealed = marked(token, UnverifiedMark.isOn(payload.get()));
        var cookies = cookie.write(encode(cookie, sealed), expires);
        telling.tell(events -> events.session(new Events.Session(session, token)));
        return new ReadSession(session, known(token), cookies, null);
    }

    private @Nullable Session shaped(Claims token, Instant expires) {
        return callbacks.session().apply(new SessionParams(Session.of(shown(token), expires), token, null, null, null));
    }

    @Override
    public ReadSession look(SessionCookie cookie) {
        if (cookie.token() == null) return ReadSession.none(List.of());
        try {
            var payload = decode(cookie);
            if (payload.isEmpty() || isOvertaken(payload.get())) return ReadSession.none(List.of());
            var token = callbacks.jwt().apply(new JwtParams(payload.get(), null, null, null, null, null, null));
            if (token == null) return ReadSession.none(List.of());
            var end = payload.get().get(Claim.number("exp")).map(Instant::ofEpochSecond);
            var session = shaped(token, end.orElse(clock.instant().plus(sessionMaxAge)));
            telling.tell(events -> events.session(new Events.Session(session, token)));
            return new ReadSession(session, known(token), List.of(), null);
        } catch (MarkUnread e) {
            return unread(e);
        } catch (RuntimeException e) {
            telling.log(new AuthException(ErrorType.JWT_SESSION_ERROR, reason(e), e));
            return ReadSession.none(List.of());
        }
    }

    @Override
    public Optional<CurrentLogin> current(SessionCookie cookie) {
        if (cookie.token() == null || store == null) return Optional.empty();
        var payload = payload(cookie).orElse(Claims.NONE);
        var sub = payload.text("sub");
        if (sub == null) return Optional.empty();
        boolean isMarked = UnverifiedMark.isOn(payload);
        return store.users("getUser", users -> users.getUser(sub))
                .filter(user -> !isMarked || user.emailVerified() == null)
                .map(user -> new CurrentLogin(user, null, isMarked));
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
            return store.users("getUser", users -> users.getUser(sub))
                    .map(user -> user.emailVerified() != null)
                    .orElse(true);
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

    private ReadSession unread(MarkUnread e) {
        var failure = new AuthException(ErrorType.SESSION_TOKEN_ERROR, "the session could not be read", e.getCause());
        telling.log(failure);
        return new ReadSession(null, null, List.of(), failure);
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
        var sealed = marked(token, login.isUnverified());
        return cookie.write(encode(cookie, sealed), clock.instant().plus(sessionMaxAge));
    }

    @Override
    public End end(SessionCookie cookie) {
        try {
            return new End(new Events.SignOut(null, decode(cookie).orElse(null), false), null);
        } catch (RuntimeException e) {
            return new End(null, new AuthException(ErrorType.SIGN_OUT_ERROR, reason(e), e));
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
        return codec.decode(new DecodeParams(cookie.token(), secrets, cookie.name()));
    }

    private String encode(SessionCookie cookie, Claims token) {
        return codec.encode(new EncodeParams(token, secrets, cookie.name(), tokenMaxAge.toSeconds()));
    }

    private static User shown(Claims token) {
        var user = Claims.NONE;
        if (token.has("name")) user = user.with("name", token.value("name"));
        if (token.has("email")) user = user.with("email", token.value("email"));
        if (token.has("picture")) user = user.with("image", token.value("picture"));
        return User.of(user);
    }

    private static User known(Claims token) {
        return User.of(Claims.NONE
                .withPresent("id", token.text("sub"))
                .withAll(shown(token).claims()));
    }

    private static String reason(RuntimeException e) {
        return e instanceof JoseException
                ? "the session token could not be read"
                : "a callback or the token codec failed";
    }
}
