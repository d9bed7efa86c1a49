package dev.cardea.it.kills;

import dev.cardea.testing.Eventually;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Sessions that are ended in one of four processes whose clocks differ, and how long the other processes accept their
 * cookies. The time of an acceptance is the earliest at which it can have been decided: when the request was sent, or when
 * the process was continued.
 */
final class RevocationBound {
    static final long BOUND_MILLIS = 5_000;

    /** In seconds. */
    static final int[] CLOCK_OFFSETS = {0, 120, -120, 600};

    private static final int PAUSE_MILLIS = 200;
    private static final int AFTER_MILLIS = 6_000;
    private static final int PATIENCE_MILLIS = 90_000;
    private static final int CONFIRM_AGE_MILLIS = 4_000;
    private static final int LIVE = 4;

    private final Site site;
    /** {@code null}: each process has asked the store right before a session ends, and relies on that for longest. */
    private final @Nullable Random phase;

    private final Set<Server> stoppedServers = ConcurrentHashMap.newKeySet();
    private final List<Long> accepted = new CopyOnWriteArrayList<>();
    private final AtomicInteger acceptedByEnding = new AtomicInteger();
    private final AtomicInteger refusedLive = new AtomicInteger();
    private final AtomicInteger acceptedUnread = new AtomicInteger();
    private final ConcurrentHashMap<Server, Long> continued = new ConcurrentHashMap<>();

    RevocationBound(Site site) {
        this(site, null);
    }

    /** @param phase says how long before the end of a session each process asks the store about it */
    RevocationBound(Site site, @Nullable Random phase) {
        this.site = site;
        this.phase = phase;
    }

    /** Ends sessions, many at a time. */
    RevocationBound run(SessionEnd how, int ends, int atOnce) throws Exception {
        var threads = Executors.newCachedThreadPool();
        try {
            for (int done = 0; done < ends; done += atOnce) round(how, Math.min(atOnce, ends - done), threads);
        } finally {
            threads.shutdownNow();
        }
        return this;
    }

    /**
     * One process is stopped while sessions end, and continues long after. It has asked the store about each session just
     * before. Each is asked for once more when it continues.
     */
    RevocationBound runStopped(int ends, int seconds) throws Exception {
        var other = site.servers.get(site.servers.size() - 1);
        var running = site.servers.subList(0, site.servers.size() - 1);
        var visitors = site.signedInVisitors(ends);
        var next = new AtomicInteger();
        var threads = Executors.newCachedThreadPool();
        try {
            for (var isAccepted : Parallel.each(visitors, visitor -> visitor.isSignedInAt(other)))
                if (!isAccepted) refusedLive.incrementAndGet();
            stoppedServers.add(other);
            Processes.signal(other.process(), "STOP");
            long begun = System.nanoTime();
            List<Future<Long>> probes;
            try {
                probes = Parallel.each(visitors, visitor -> {
                    SessionEnd.SIGN_OUT.run(visitor, running.get(next.getAndIncrement() % running.size()));
                    long ended = System.nanoTime();
                    return threads.submit(() -> lastAccepted(visitor.copyAt(other), other, ended));
                });
                Processes.pause(Math.max(0, seconds * 1_000L - (System.nanoTime() - begun) / 1_000_000));
            } finally {
                continued.put(other, System.nanoTime());
                stoppedServers.remove(other);
                Processes.signal(other.process(), "CONT");
            }
            for (var probe : probes) accepted.add(probe.get());
        } finally {
            threads.shutdownNow();
        }
        return this;
    }

    /** One process is cut off from the store while sessions end, and reaches it again long after. */
    RevocationBound runCutOff(int ends, int seconds) throws Exception {
        var cutOff = site.servers.get(site.servers.size() - 1);
        var threads = Executors.newCachedThreadPool();
        try (var relay = site.relayed(cutOff)) {
            var visitors = site.signedInVisitors(ends);
            var live = site.signedInVisitors(LIVE);
            for (var visitor : visitors) if (!visitor.isSignedIn()) refusedLive.incrementAndGet();
            for (var visitor : live) if (!visitor.isSignedIn()) refusedLive.incrementAndGet();
            relay.fallSilent();
            long silent = System.nanoTime();
            var isOver = new AtomicBoolean();
            var all = new ArrayList<Future<?>>();
            for (var visitor : live) all.add(threads.submit(() -> ask(visitor, cutOff, silent, isOver)));
            var probes = new ArrayList<Future<Long>>();
            for (var visitor : visitors) {
                SessionEnd.SIGN_OUT.run(visitor, site.servers.get(0));
                long ended = System.nanoTime();
                for (var other : site.servers.subList(1, site.servers.size()))
                    probes.add(threads.submit(() -> lastAccepted(visitor, other, ended)));
            }
            Processes.pause(seconds * 1_000L);
            isOver.set(true);
            for (var one : all) one.get();
            for (var probe : probes) accepted.add(probe.get());
            relay.recover();
            for (var visitor : live)
                Eventually.isTrue(visitor.address + " is signed in again", () -> visitor.isSignedIn());
            for (var visitor : visitors) if (visitor.isSignedInAt(cutOff)) acceptedUnread.incrementAndGet();
        } finally {
            threads.shutdownNow();
        }
        return this;
    }

    /** Until the process reaches the store again, it may accept a session only as long as it relies on what it has read. */
    private Void ask(Visitor visitor, Server cutOff, long silent, AtomicBoolean isOver) {
        while (!isOver.get()) {
            boolean mustRefuse = System.nanoTime() - silent > BOUND_MILLIS * 1_000_000;
            try {
                boolean isAccepted = visitor.isSignedInAt(cutOff);
                if (mustRefuse && isAccepted && !isOver.get()) acceptedUnread.incrementAndGet();
            } catch (IOException e) {
                // It is asked again.
            }
            if (visitor.session() == null) refusedLive.incrementAndGet();
            Processes.pause(PAUSE_MILLIS);
        }
        return null;
    }

    RevocationFigures figures() {
        long[] millis = accepted.stream().mapToLong(Long::longValue).sorted().toArray();
        return new RevocationFigures(millis, acceptedByEnding.get(), refusedLive.get(), acceptedUnread.get());
    }

    private void round(SessionEnd how, int many, ExecutorService threads) throws Exception {
        var live = site.signedInVisitors(LIVE);
        var visitors = site.signedInVisitors(many);
        var isOver = new AtomicBoolean();
        var staying = new ArrayList<Future<?>>();
        for (var one : live) staying.add(threads.submit(() -> stay(one, isOver)));
        var ends = new ArrayList<Future<Long>>();
        for (int i = 0; i < many; i++) {
            var visitor = visitors.get(i);
            var server = site.servers.get(i % site.servers.size());
            ends.add(threads.submit(() -> ended(how, visitor, server, threads)));
        }
        try {
            for (var end : ends) accepted.add(end.get());
        } finally {
            isOver.set(true);
        }
        for (var one : staying) one.get();
    }

    private long ended(SessionEnd how, Visitor visitor, Server server, ExecutorService threads)
            throws IOException, InterruptedException, ExecutionException {
        // Signing out deletes the cookies of the browser that does it.
        var kept = visitor.copyAt(site.servers);
        var asked = new ArrayList<Future<Boolean>>();
        for (var each : site.servers) asked.add(threads.submit(() -> asked(kept, each)));
        if (phase != null) Processes.pause(CONFIRM_AGE_MILLIS);
        for (var isAccepted : asked) if (!isAccepted.get()) refusedLive.incrementAndGet();
        how.run(visitor, server);
        long ended = System.nanoTime();
        var probes = new ArrayList<Future<Long>>();
        for (var other : site.servers) {
            if (other == server && how != SessionEnd.COMMAND) {
                // A copy, because the response deletes the cookie.
                if (kept.copyAt(other).isSignedInAt(other)) acceptedByEnding.incrementAndGet();
            } else {
                probes.add(threads.submit(() -> lastAccepted(kept, other, ended)));
            }
        }
        long last = 0;
        for (var probe : probes) last = Math.max(last, probe.get());
        return last;
    }

    /** The process asks the store, and relies on the answer for as long as it may. */
    private boolean asked(Visitor visitor, Server server) throws IOException {
        if (phase != null) Processes.pause(phase.nextInt(CONFIRM_AGE_MILLIS));
        return visitor.copyAt(server).isSignedInAt(server);
    }

    /**
     * Asks until a moment after the bound, and a process that is stopped until it has answered.
     *
     * @return after how many milliseconds the cookie was accepted for the last time; 0 if never
     */
    private long lastAccepted(Visitor visitor, Server server, long ended) {
        long last = 0;
        long until = ended + AFTER_MILLIS * 1_000_000L;
        boolean isHeard = false;
        do {
            long sent = System.nanoTime();
            boolean isAccepted = false;
            try {
                isAccepted = visitor.copyAt(server).isSignedInAt(server);
                isHeard = !stoppedServers.contains(server);
            } catch (IOException e) {
                // It is asked again.
            }
            long decided = Math.max(sent, continued.getOrDefault(server, sent));
            if (isAccepted) last = Math.max(last, (decided - ended) / 1_000_000);
            if (sent > ended + PATIENCE_MILLIS * 1_000_000L) throw new IllegalStateException("a process is gone");
            Processes.pause(PAUSE_MILLIS);
        } while (System.nanoTime() < until || !isHeard);
        return last;
    }

    private Void stay(Visitor visitor, AtomicBoolean isOver) throws IOException {
        while (!isOver.get()) {
            if (!visitor.isSignedIn()) refusedLive.incrementAndGet();
            Processes.pause(PAUSE_MILLIS);
        }
        return null;
    }

    /** @param arguments {@code 500 postgresql redis}: how many ends of each kind, and the stores */
    public static void main(String[] arguments) throws Exception {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        int ends = Integer.parseInt(arguments[0]);
        for (var store : Arrays.copyOfRange(arguments, 1, arguments.length)) {
            try (var site = open(store)) {
                for (var how : SessionEnd.values()) {
                    int many = how == SessionEnd.COMMAND ? ends / 10 : ends;
                    int atOnce = how == SessionEnd.COMMAND ? 5 : 25;
                    var name = store + ", " + how.name().toLowerCase(Locale.ROOT);
                    print(name + " right after a check", new RevocationBound(site).run(how, many, atOnce));
                    print(name, new RevocationBound(site, new Random(1)).run(how, many, atOnce));
                }
                print(store + ", stopped for 30 s", new RevocationBound(site).runStopped(ends, 30));
                print(store + ", cut off for 20 s", new RevocationBound(site).runCutOff(25, 20));
            }
            try (var site = CrowdAtStart.open(store)) {
                System.out.println(store + ", 2,000 visitors after a start: " + CrowdAtStart.run(site, 2_000));
            }
        }
    }

    private static void print(String name, RevocationBound bound) {
        System.out.println(name + ": " + bound.figures());
    }

    static Site open(String store) {
        return Site.openForMany(store, "strategy: revocable", CLOCK_OFFSETS);
    }
}
