package dev.cardea.internal.session;

import dev.cardea.adapter.StoredSession;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Cookie;
import dev.cardea.internal.cookie.SessionCookie;
import dev.cardea.jose.JoseException;
import dev.cardea.json.Claims;
import dev.cardea.json.JsonException;
import dev.cardea.token.ReservedClaim.TokenSession;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads and writes the cookies of token sessions. Safe for concurrent use. */
final class TokenCookies {
    private final SessionTokens tokens;
    private final TokenRecords records;
    private final TokenLifetimes lifetimes;
    private final Clock clock;
    private final TokenHistory history;
    private final OpenedTokens opened = new OpenedTokens();

    TokenCookies(SessionTokens tokens, TokenRecords records, TokenLifetimes lifetimes, Clock clock) {
        this.tokens = tokens;
        this.records = records;
        this.lifetimes = lifetimes;
        this.clock = clock;
        history = new TokenHistory(clock);
    }

    /**
     * Returns what the cookie says; of one that the site issued before it had records, with the session that it became.
     *
     * @throws JoseException if the token cannot be decrypted or has expired
     * @throws JsonException if its payload is not a JSON object
     */
    Optional<Claims> payload(SessionCookie cookie) {
        var known = tokens.isDecodedAlike() ? opened.of(cookie) : null;
        if (known != null && isLasting(known)) {
            tokens.reportSecret(cookie);
            return Optional.of(known);
        }
        Optional<Claims> read;
        try {
            read = tokens.decode(cookie);
        } catch (JoseException e) {
            if (e.isExpired()) throw e;
            var adopted = records.adopted(value(cookie), null);
            if (adopted.isEmpty()) throw e;
            return adopted;
        }
        if (read.isEmpty()) return read;
        if (!hasRecord(read.get()))
            return records.adopted(value(cookie), read.get()).or(() -> read);
        // Only tokens with a record get here: nothing of token sessions is kept.
        if (tokens.isDecodedAlike() && isLasting(read.get())) opened.keep(cookie, read.get());
        return read;
    }

    /** Close to its end, and where it says more than the end, the codec decides anew. */
    private boolean isLasting(Claims payload) {
        var end = TokenLifetimes.expiry(payload);
        return end.isPresent() && end.get().isAfter(clock.instant()) && !payload.has("nbf");
    }

    private static boolean hasRecord(Claims payload) {
        return TokenSession.of(payload).map(TokenSession::id).isPresent();
    }

    /** Returns what the cookie says; empty also if none came or it cannot be read. */
    Optional<Claims> payloadIfValid(SessionCookie cookie) {
        if (cookie.token() == null) return Optional.empty();
        try {
            return payload(cookie);
        } catch (JoseException | JsonException e) {
            return Optional.empty();
        }
    }

    /** Returns whether the cookie doesn't say yet which session it became. */
    boolean isAdopted(SessionCookie cookie, Claims payload) {
        return records.isAdopted(value(cookie), payload);
    }

    /** No late answer renews the cookie any more. */
    void ended(SessionCookie cookie) {
        if (cookie.token() == null) return;
        history.ended(cookie.token());
        opened.forget(cookie);
    }

    boolean isEnded(SessionCookie cookie) {
        return history.isEnded(value(cookie));
    }

    /** Returns the cookies that go on with a session. */
    List<Cookie> renewed(SessionCookie cookie, Claims token, Instant end) {
        var sealed = seal(cookie, token, end);
        history.renewed(value(cookie), sealed);
        return cookie.write(sealed, end);
    }

    /** @param isUpdate whether the cookies are sent even if the session ends meanwhile */
    Renewal renewal(SessionCookie cookie, boolean isUpdate) {
        return new Renewal() {
            @Override
            public boolean isWanted() {
                return isUpdate || !isEnded(cookie);
            }

            @Override
            public void sent() {}
        };
    }

    /** Returns the cookies of a session that was opened. */
    List<Cookie> opened(SessionCookie cookie, Claims token, @Nullable StoredSession opened) {
        var record = opened == null ? null : opened.record();
        return written(
                cookie,
                record == null ? lifetimes.begun(token) : new TokenSession(record.id(), record.begun()).on(token),
                opened);
    }

    /**
     * Returns the cookies of a session whose token says already which one it is.
     *
     * @throws AuthException if the codec loses what the token says of the session
     */
    List<Cookie> written(SessionCookie cookie, Claims token, @Nullable StoredSession stored) {
        var end = stored == null ? lifetimes.nextEnd(token) : stored.expires();
        var sealed = seal(cookie, token, end);
        if (stored != null && !tokens.keepsSession(cookie, sealed, token)) {
            throw new AuthException(
                    ErrorType.INVALID_CONFIGURATION,
                    "jwt.codec loses the claim cardea, which revocable sessions need: keep it, or set session.strategy to jwt");
        }
        return cookie.write(sealed, end);
    }

    /** A token ends with its session; one that says none, by the age of tokens. */
    private String seal(SessionCookie cookie, Claims token, Instant end) {
        boolean isBound = TokenSession.of(token).isPresent();
        return isBound ? tokens.encode(cookie, token, lifetimes.until(end)) : tokens.encode(cookie, token);
    }

    private static String value(SessionCookie cookie) {
        return Objects.requireNonNull(cookie.token());
    }
}
