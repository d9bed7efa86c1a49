package dev.cardea.internal.session;

import dev.cardea.adapter.RecordAndUser;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoredSession;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.JwtParams;
import dev.cardea.hook.SessionParams;
import dev.cardea.http.Cookie;
import dev.cardea.internal.cookie.SessionCookie;
import dev.cardea.internal.session.SessionStrategy.Reissue;
import dev.cardea.json.Claims;
import dev.cardea.model.Session;
import dev.cardea.model.User;
import dev.cardea.token.ReservedClaim;
import dev.cardea.token.ReservedClaim.Mark;
import dev.cardea.token.ReservedClaim.TokenSession;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads who is signed in from session tokens. */
final class TokenLogins implements CurrentLogins {
    private final TokenRecords records;
    private final TokenCookies cookies;
    private final TokenLifetimes lifetimes;
    private final Callbacks callbacks;
    private final TokenFailures failures;
    private final @Nullable Store store;

    TokenLogins(
            TokenRecords records,
            TokenCookies cookies,
            TokenLifetimes lifetimes,
            Callbacks callbacks,
            TokenFailures failures,
            @Nullable Store store) {
        this.records = records;
        this.cookies = cookies;
        this.lifetimes = lifetimes;
        this.callbacks = callbacks;
        this.failures = failures;
        this.store = store;
    }

    @Override
    public Optional<CurrentLogin> current(SessionCookie cookie) {
        if (store == null) return Optional.empty();
        var payload = payload(cookie).orElse(Claims.NONE);
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
        if (!records.traits().canEnd()) return Optional.empty();
        var payload = payload(cookie).orElse(Claims.NONE);
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
        return payload(cookie).flatMap(payload -> records.holder(payload, payload));
    }

    @Override
    public Optional<String> owner(SessionCookie cookie) {
        return payload(cookie).flatMap(records::owner);
    }

    /** What the cookie says; empty if its session is over. */
    private Optional<Claims> payload(SessionCookie cookie) {
        return cookies.payloadIfValid(cookie).filter(payload -> !lifetimes.isOver(payload));
    }

    /** The cookies that keep what the {@code jwt} callback changed, such as a refresh token that is used once. */
    private List<Cookie> kept(SessionCookie cookie, Claims payload, Claims token) {
        if (!callbacks.isJwtSet() || cookies.isEnded(cookie)) return List.of();
        if (!lifetimes.isReissued(TokenSession.off(payload), token, Reissue.WHEN_DUE)) return List.of();
        try {
            var end = records.traits().capability() == null
                    ? lifetimes.nextEnd(payload)
                    : TokenLifetimes.expiry(payload).orElseThrow();
            return cookies.renewed(cookie, ReservedClaim.keep(payload, token), end);
        } catch (RuntimeException e) {
            failures.failed(e);
            return List.of();
        }
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
            var end = lifetimes.end(payload);
            var shown = Session.of(TokenUser.shown(token), end);
            return Optional.ofNullable(callbacks.session().apply(new SessionParams(shown, token, null, null, null)))
                    .map(session -> token);
        } catch (RuntimeException e) {
            throw new AuthException(ErrorType.JWT_SESSION_ERROR, TokenFailures.reason(e), e);
        }
    }
}
