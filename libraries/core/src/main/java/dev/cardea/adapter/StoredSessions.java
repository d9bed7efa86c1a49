package dev.cardea.adapter;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sessions that a store keeps. Sessions that end otherwise than by their age, or by a sign-in or sign-out in their own
 * browser, end here. Safe for concurrent use if the store is. Internal.
 *
 * <p>Each method throws what the store throws.
 */
public interface StoredSessions {
    /** Returns whether the store finds the sessions of a user. Otherwise {@link #list} and {@link #endAll} fail. */
    boolean canList();

    /** Returns the sessions of a user, and expired ones that are not yet deleted. */
    List<StoredSession> list(String userId);

    /** Ends a session; returns whether there was one to end. */
    boolean end(StoredSession session);

    /**
     * Ends the sessions of a user.
     *
     * @param except the one that stays; {@code null} for none
     */
    void endAll(String userId, @Nullable StoredSession except);
}
