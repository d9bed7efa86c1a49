package dev.cardea;

import dev.cardea.Accounts.OpenSession;
import dev.cardea.internal.engine.AccountActions;
import dev.cardea.internal.session.ActiveSessions;
import java.util.List;

/**
 * Lists and ends the sessions of any user, for jobs and for administrators' pages. Safe for concurrent use.
 *
 * <pre>{@code
 * auth.sessions().endAll(userId);       // signed out everywhere, within session.confirmAge
 * }</pre>
 *
 * <p>Every method throws an {@link dev.cardea.error.AdapterException} if the store fails, and an
 * {@link dev.cardea.error.AuthException} of type {@code MissingAdapterMethods} if the store can't list sessions.
 *
 * <p><b>Security:</b> the methods don't check who calls them.
 */
public final class Sessions {
    private final AccountActions actions;
    private final ActiveSessions sessions;

    Sessions(AccountActions actions) {
        this.actions = actions;
        sessions = actions.administeredSessions();
    }

    /** Returns the sessions of a user that have not expired; empty for an unknown user. */
    public List<OpenSession> list(String userId) {
        return sessions.of(userId).stream()
                .map(session -> OpenSession.of(session, null))
                .toList();
    }

    /** Ends a session; returns whether this user had it. */
    public boolean end(String userId, String sessionId) {
        return sessions.end(userId, sessionId);
    }

    /** Ends all sessions of a user, even of one that the store doesn't have; returns how many there were. */
    public int endAll(String userId) {
        return sessions.endAll(userId, null);
    }

    /**
     * Deletes a user from the store, and ends all of the user's sessions. Unlike with {@code deleteUser} of the store, the
     * event {@code sessionEnded} reports each session with a record. Also ends sessions under the ID of an unknown user.
     */
    public void deleteUser(String userId) {
        actions.deleteUser(userId);
    }
}
