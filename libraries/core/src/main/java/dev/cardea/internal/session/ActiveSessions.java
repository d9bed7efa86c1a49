package dev.cardea.internal.session;

import dev.cardea.adapter.StoredSession;
import dev.cardea.adapter.StoredSessions;
import dev.cardea.jose.Hashes;
import java.time.Clock;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The sessions of one user, who lists and ends them. */
public final class ActiveSessions {
    private static final Pattern ID = Pattern.compile("[0-9a-f]{64}");

    private final StoredSessions stored;
    private final Clock clock;
    private final EventPublisher publisher;
    private final Consumer<Runnable> during;

    /** @param during runs a change as part of the request that asks for it, so that events and steps know which */
    public ActiveSessions(StoredSessions stored, Clock clock, EventPublisher publisher, Consumer<Runnable> during) {
        this.stored = stored;
        this.clock = clock;
        this.publisher = publisher;
        this.during = during;
    }

    /** Returns the sessions that have not expired. */
    public List<StoredSession> of(String userId) {
        var now = clock.instant();
        return stored.list(userId).stream()
                .filter(session -> session.expires().isAfter(now))
                .toList();
    }

    /** Ends a session; returns whether this user had it. The store isn't asked for what can't be an id. */
    public boolean end(String userId, String id) {
        if (!ID.matcher(id).matches()) return false;
        var found = of(userId).stream()
                .filter(session -> Hashes.equal(session.id(), id))
                .findFirst();
        found.ifPresent(session -> during.accept(() -> {
            stored.end(session);
            publisher.rowEnded(session);
        }));
        return found.isPresent();
    }

    /**
     * Ends all but one; returns how many there were.
     *
     * @param except the one that stays; {@code null} for none
     */
    public int endAll(String userId, @Nullable StoredSession except) {
        var others = of(userId).stream()
                .filter(session -> except == null || !session.id().equals(except.id()))
                .toList();
        during.accept(() -> {
            stored.endAll(userId, except);
            others.forEach(publisher::rowEnded);
        });
        return others.size();
    }
}
