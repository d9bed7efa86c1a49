package dev.cardea.internal.session;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.Store;
import dev.cardea.hook.Events;
import dev.cardea.internal.cookie.Hashes;
import java.time.Clock;
import java.util.List;
import java.util.function.Consumer;

/** The rows of one user's sessions, identified by the hash of their token, because the token itself is a credential. */
public final class ActiveSessions {
    private final Store store;
    private final Clock clock;
    private final EventPublisher publisher;
    private final Consumer<Runnable> during;

    /** @param during runs a change as part of the request that asks for it, so that events and steps know which */
    public ActiveSessions(Store store, Clock clock, EventPublisher publisher, Consumer<Runnable> during) {
        this.store = store;
        this.clock = clock;
        this.publisher = publisher;
        this.during = during;
    }

    public static String idOf(AdapterSession session) {
        return Hashes.sha256Hex(session.sessionToken());
    }

    /** Returns the sessions that have not expired. */
    public List<AdapterSession> of(String userId) {
        var now = clock.instant();
        return store.listSessionsByUserId(userId).stream()
                .filter(session -> session.expires().isAfter(now))
                .toList();
    }

    /** Ends a session; returns whether this user had it. */
    public boolean end(String userId, String id) {
        var found = of(userId).stream()
                .filter(session -> Hashes.equal(idOf(session), id))
                .findFirst();
        found.ifPresent(session -> during.accept(() -> {
            store.deleteSession(session.sessionToken());
            tell(session);
        }));
        return found.isPresent();
    }

    /** Ends all but one. */
    public void endOthers(String userId, String exceptToken) {
        var others = of(userId).stream()
                .filter(session -> !session.sessionToken().equals(exceptToken))
                .toList();
        during.accept(() -> {
            store.deleteSessionsByUserId(userId, exceptToken);
            others.forEach(this::tell);
        });
    }

    private void tell(AdapterSession session) {
        publisher.publish((events, cause) -> events.signOut(new Events.SignOut(session, null, true, cause)));
    }
}
