package dev.cardea.internal.flow;

import dev.cardea.adapter.Store;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UserLocks;
import dev.cardea.hook.Events.SessionEnded.Reason;
import dev.cardea.internal.session.EventPublisher;
import dev.cardea.internal.session.SessionStrategy;
import java.time.Clock;
import java.util.function.Consumer;

/** Makes a change of a user after which the user is signed in nowhere. */
public final class AdministeredChange {
    private final Store store;
    private final SessionStrategy sessions;
    private final Clock clock;
    private final EventPublisher publisher;

    public AdministeredChange(Store store, SessionStrategy sessions, Clock clock, EventPublisher publisher) {
        this.store = store;
        this.sessions = sessions;
        this.clock = clock;
        this.publisher = publisher;
    }

    /** As {@code SiteContext.endSessions}. */
    public boolean run(String userId, Consumer<Store> change) {
        boolean isAtomic = store.has(UnitOfWork.class);
        return Registrar.repeated(ignored -> store.inUnit(unit -> {
            if (!exists(unit, userId, isAtomic)) return false;
            if (!isAtomic) endAll(unit, userId);
            change.accept(unit);
            // A sign-in that was decided before the change may have opened one meanwhile.
            endAll(unit, userId);
            return true;
        }));
    }

    private static boolean exists(Store unit, String userId, boolean isAtomic) {
        boolean canLock = isAtomic && unit.has(UserLocks.class);
        return (canLock ? unit.lockUser(userId) : unit.getUser(userId)).isPresent();
    }

    private void endAll(Store unit, String userId) {
        var stored = sessions.storage().stored(unit, Reason.ADMINISTRATOR);
        var open = stored.list(userId).stream()
                .filter(session -> session.expires().isAfter(clock.instant()))
                .toList();
        stored.endAll(userId, null);
        unit.afterUnit(() -> open.forEach(publisher::rowEnded));
    }
}
