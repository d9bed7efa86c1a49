package dev.cardea.internal.session;

import dev.cardea.adapter.SessionSelection;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoredSession;
import dev.cardea.adapter.StoredSessions;
import dev.cardea.hook.Events.SessionEnded.Reason;
import org.jspecify.annotations.Nullable;

/** The sessions of a strategy in a store, or in one unit of it. Safe for concurrent use. */
public interface SessionStorage {
    /**
     * Stores a new session, if this strategy stores sessions; part of the unit that stores the user.
     *
     * @return {@code null} if only the cookie has it
     */
    @Nullable StoredSession open(Store unit, NewSession facts);

    /**
     * Returns the sessions in this store, or in this unit of it: those of other browsers are listed and ended there.
     *
     * @param reason published for each session with a record that is ended there; {@code null}: nothing is published
     */
    StoredSessions stored(Store unit, @Nullable Reason reason);

    /**
     * Ends the sessions of a user who logged out at a provider; part of the unit, if there is one. Sessions without a record
     * are not found.
     */
    void endOfProvider(Store unit, SessionSelection.OfProvider which);
}
