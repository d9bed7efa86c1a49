package dev.cardea.session;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.Store;
import dev.cardea.cookie.SessionCookie;
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
        } catch (RuntimeException e) {
            telling.log(new AuthException(ErrorType.JWT_SESSION_ERROR, reason(e), e));
            return ReadSession.none(cookie.clear());
        }
    }

    private ReadSession refresh(SessionCookie cookie, @Nullable Update update) {
        var payload = decode(cookie);
        if (payload.isEmpty()) return ReadSession.none(cookie.clear());
        var trigger = update == null ? null : Trigger.UPDATE;
        var data = update == null ? null : update.data();
        var token = callbacks.jwt().apply(new JwtParams(payload.get(), null, null, null, trigger, data, null));
        if (token == null) return ReadSession.none(cookie.clear());
        var expires = clock.instant().plus(sessionMaxAge);
        var session = shaped(token, expires);
        var cookies = cookie.write(encode(cookie, token), expires);
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
            if (payload.isEmpty()) return ReadSession.none(List.of());
            var token = callbacks.jwt().apply(new JwtParams(payload.get(), null, null, null, null, null, null));
            if (token == null) return ReadSession.none(List.of());
            var end = payload.get().get(Claim.number("exp")).map(Instant::ofEpochSecond);
            var session = shaped(token, end.orElse(clock.instant().plus(sessionMaxAge)));
            telling.tell(events -> events.session(new Events.Session(session, token)));
            return new ReadSession(session, known(token), List.of(), null);
        } catch (RuntimeException e) {
            telling.log(new AuthException(ErrorType.JWT_SESSION_ERROR, reason(e), e));
            return ReadSession.none(List.of());
        }
    }

    @Override
    public Optional<CurrentLogin> current(SessionCookie cookie) {
        if (cookie.token() == null || store == null) return Optional.empty();
        return payload(cookie)
                .map(payload -> payload.text("sub"))
                .flatMap(sub -> store.users("getUser", users -> users.getUser(sub)))
                .map(user -> new CurrentLogin(user, null));
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
        return cookie.write(encode(cookie, token), clock.instant().plus(sessionMaxAge));
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
