package dev.cardea.it.kills;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Asks processes for sessions, and counts what they say. The time of an acceptance is the earliest at which it can have been
 * decided: when the request was sent, or when the process was continued.
 */
final class RevocationProbes {
    static final int PAUSE_MILLIS = 200;

    private static final int AFTER_MILLIS = 6_000;
    private static final int PATIENCE_MILLIS = 90_000;

    private final AtomicInteger acceptedByEnding = new AtomicInteger();
    private final AtomicInteger acceptedUnread = new AtomicInteger();
    private final AtomicInteger refusedLive = new AtomicInteger();
    private final List<Long> accepted = new CopyOnWriteArrayList<>();
    private final Set<Server> stopped = ConcurrentHashMap.newKeySet();
    private final ConcurrentHashMap<Server, Long> continued = new ConcurrentHashMap<>();

    void stop(Server server) {
        stopped.add(server);
        Processes.signal(server.process(), "STOP");
    }

    void proceed(Server server) {
        continued.put(server, System.nanoTime());
        stopped.remove(server);
        Processes.signal(server.process(), "CONT");
    }

    /** @param millis for which a session was accepted after its end */
    void add(long millis) {
        accepted.add(millis);
    }

    /** Counts what a process says of a session that has not ended. */
    void addLive(boolean isAccepted) {
        if (!isAccepted) refusedLive.incrementAndGet();
    }

    /** Counts what the process says that has just ended the session. */
    void addByEnding(boolean isAccepted) {
        if (isAccepted) acceptedByEnding.incrementAndGet();
    }

    /** Counts what a process says that can't have asked the store for too long. */
    void addUnread(boolean isAccepted) {
        if (isAccepted) acceptedUnread.incrementAndGet();
    }

    /**
     * Asks until a moment after the bound, and a process that is stopped or starts until it has answered.
     *
     * @return after how many milliseconds the cookie was accepted for the last time; 0 if never
     */
    long lastAccepted(Visitor visitor, Server server, long ended) {
        long last = 0;
        long until = ended + AFTER_MILLIS * 1_000_000L;
        boolean isHeard = false;
        do {
            long sent = System.nanoTime();
            boolean isAccepted = false;
            try {
                isAccepted = visitor.copyAt(server).isSignedInAt(server);
                isHeard = !stopped.contains(server);
            } catch (IOException e) {
                // It is asked again.
            }
            long decided = Math.max(sent, continued.getOrDefault(server, sent));
            if (isAccepted) last = Math.max(Math.max(1, last), (decided - ended) / 1_000_000);
            if (sent > ended + PATIENCE_MILLIS * 1_000_000L) throw new IllegalStateException("a process is gone");
            Processes.pause(PAUSE_MILLIS);
        } while (System.nanoTime() < until || !isHeard);
        return last;
    }

    RevocationFigures figures() {
        long[] millis = accepted.stream().mapToLong(Long::longValue).sorted().toArray();
        return new RevocationFigures(millis, acceptedByEnding.get(), refusedLive.get(), acceptedUnread.get());
    }
}
