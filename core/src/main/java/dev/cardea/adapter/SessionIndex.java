package dev.cardea.adapter;

import java.util.List;

/** Sessions by their user: to list them, and to end them all. */
public interface SessionIndex extends Adapter {
    List<AdapterSession> listSessionsByUserId(String userId);

    /** Ends the user's sessions but one; {@code exceptToken} may be empty text. */
    void deleteSessionsByUserId(String userId, String exceptToken);
}
