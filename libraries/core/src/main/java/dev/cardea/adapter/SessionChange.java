package dev.cardea.adapter;

import java.time.Instant;
import java.util.Optional;

/**
 * The fields of a session that change. An empty field stays as it is; a session always has both, so none can be
 * cleared.
 *
 * <pre>{@code
 * SessionChange.of(token).expires(inAMonth)
 * }</pre>
 *
 * @param expires the new end; empty to keep the present one
 * @param userId the new owner; empty to keep the present one
 */
public record SessionChange(String sessionToken, Optional<Instant> expires, Optional<String> userId) {
    public static SessionChange of(String sessionToken) {
        return new SessionChange(sessionToken, Optional.empty(), Optional.empty());
    }

    public SessionChange expires(Instant end) {
        return new SessionChange(sessionToken, Optional.of(end), userId);
    }

    public SessionChange userId(String owner) {
        return new SessionChange(sessionToken, expires, Optional.of(owner));
    }

    /** Returns the session with this change made. */
    public AdapterSession applyTo(AdapterSession session) {
        return new AdapterSession(
                session.sessionToken(), userId.orElse(session.userId()), expires.orElse(session.expires()));
    }

    @Override
    public String toString() {
        return "SessionChange" + (expires.isPresent() ? "[expires " + expires.get() + "]" : "[]");
    }
}
