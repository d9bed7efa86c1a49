package dev.cardea.it.kills;

import dev.cardea.testing.Eventually;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

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
    private static final int LIVE = 4;
    private static final int ENTERING = 8;

    private final Site site;
    private final List<Long> accepted = new CopyOnWriteArrayList<>();
    private final AtomicInteger acceptedByEnding = new AtomicInteger();
    private final AtomicInteger refusedLive = new AtomicInteger();
    private final AtomicInteger acceptedUnread = new AtomicInteger();
    private final ConcurrentHashMap<Server, Long> continued = new ConcurrentHashMap<>();

    RevocationBound(Site site) {
        this.site = site;
    }

    /** How a session is ended. */
    enum End {
        SIGN_OUT,
        ROUTE,
        COMMAND;

        private void of(Visitor visitor, Server server) throws IOException {
            boolean isDone = switch (this) {
                case SIGN_OUT -> visitor.copyAt(server).signsOut();
                case ROUTE -> visitor.copyAt(server).ends("all");
                case COMMAND -> server.run("users", "sign-out", visitor.address).startsWith("ended 1 session");
            };
            if (!isDone) throw new IOException(visitor.address + " is not ended by " + this);
        }
    }

    /**
     * What was seen.
     *
     * @param millis for each end, the last acceptance after it by another process, from the shortest to the longest
     * @param acceptedUnread by a process that has not reached the store for longer
     */
    record Figures(long[] millis, int acceptedByEnding, int refusedLive, int acceptedUnread) {
        long worst() {
            return millis.length == 0 ? 0 : millis[millis.length - 1];
        }

        private long quantile(double part) {
            return millis.length == 0 ? 0 : millis[(int) Math.min(millis.length - 1, part * millis.length)];
        }

        @Override
        public String toString() {
            return "%d ends: accepted for %d ms (median), %d (p99), %d (worst); by the own process %d, unread %d; live refused %d"
                    .formatted(
                            millis.length,
                            quantile(0.5),
                            quantile(0.99),
                            worst(),
                            acceptedByEnding,
                            acceptedUnread,
                            refusedLive);
        }
    }

    /** Ends sessions, many at a time. */
    RevocationBound run(End how, int ends, int atOnce) throws Exception {
        var threads = Executors.newCachedThreadPool();
        try {
            for (int done = 0; done < ends; done += atOnce) round(how, Math.min(atOnce, ends - done), threads);
        } finally {
            threads.shutdownNow();
        }
        return this;
    }

    /** One process is stopped while sessions end, and continues long after. */
    RevocationBound runStopped(int ends, int seconds) throws Exception {
        var stopped = site.servers.get(site.servers.size() - 1);
        var threads = Executors.newCachedThreadPool();
        try {
            var visitors = signedIn(ends);
            for (var visitor : visitors) if (!visitor.isSignedIn()) refusedLive.incrementAndGet();
            Processes.signal(stopped.process(), "STOP");
            var probes = new ArrayList<Future<Long>>();
            try {
                for (var visitor : visitors) {
                    End.SIGN_OUT.of(visitor, site.servers.get(0));
                    long ended = System.nanoTime();
                    probes.add(threads.submit(() -> lastAccepted(visitor, stopped, ended)));
                }
                Processes.pause(seconds * 1_000L);
            } finally {
                continued.put(stopped, System.nanoTime());
                Processes.signal(stopped.process(), "CONT");
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
            var visitors = signedIn(ends);
            var live = signedIn(LIVE);
            for (var visitor : visitors) if (!visitor.isSignedIn()) refusedLive.incrementAndGet();
            for (var visitor : live) if (!visitor.isSignedIn()) refusedLive.incrementAndGet();
            relay.fallSilent();
            long silent = System.nanoTime();
            var isOver = new AtomicBoolean();
            var all = new ArrayList<Future<?>>();
            for (var visitor : live) all.add(threads.submit(() -> ask(visitor, cutOff, silent, isOver)));
            var probes = new ArrayList<Future<Long>>();
            for (var visitor : visitors) {
                End.SIGN_OUT.of(visitor, site.servers.get(0));
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

    /**
     * What visitors saw who all asked at the same time.
     *
     * @param unknown how many got no answer, or one that did not know them, because too many asked
     */
    record Crowd(long slowestMillis, int unknown) {}

    /** All visitors ask a process that has just started, and once more. */
    Crowd runStart(int many) throws Exception {
        var server = site.servers.get(0);
        var threads = Executors.newCachedThreadPool();
        try {
            var entering = Executors.newFixedThreadPool(ENTERING);
            var entered = new ArrayList<Future<List<Visitor>>>();
            for (int i = 0; i < many; i++) entered.add(entering.submit(() -> signedIn(1)));
            var visitors = new ArrayList<Visitor>();
            for (var one : entered) visitors.addAll(one.get());
            entering.shutdown();
            server.kill();
            server.restart();
            var unknown = new AtomicInteger();
            var barrier = new CyclicBarrier(many);
            var answers = new ArrayList<Future<Long>>();
            for (var visitor : visitors) {
                answers.add(threads.submit(() -> {
                    barrier.await();
                    long sent = System.nanoTime();
                    try {
                        if (!visitor.isSignedInAt(server)) unknown.incrementAndGet();
                    } catch (IOException e) {
                        unknown.incrementAndGet();
                    }
                    return (System.nanoTime() - sent) / 1_000_000;
                }));
            }
            long slowest = 0;
            for (var answer : answers) slowest = Math.max(slowest, answer.get());
            for (var visitor : visitors)
                Eventually.isTrue(visitor.address + " is signed in", () -> visitor.isSignedInAt(server));
            return new Crowd(slowest, unknown.get());
        } finally {
            threads.shutdownNow();
        }
    }

    Figures figures() {
        long[] millis = accepted.stream().mapToLong(Long::longValue).sorted().toArray();
        return new Figures(millis, acceptedByEnding.get(), refusedLive.get(), acceptedUnread.get());
    }

    private List<Visitor> signedIn(int many) throws IOException {
        var visitors = new ArrayList<Visitor>();
        for (int i = 0; i < many; i++) {
            var visitor = site.providerVisitor();
            var entered = visitor.copyAt(site.servers.get(i % site.servers.size()));
            if (!entered.signsInAtProvider()) throw new IOException(visitor.address + " can't sign in");
            visitors.add(entered.copyAt(site.servers));
        }
        return visitors;
    }

    private void round(End how, int many, ExecutorService threads) throws Exception {
        var live = signedIn(LIVE);
        var visitors = signedIn(many);
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

    private long ended(End how, Visitor visitor, Server server, ExecutorService threads)
            throws IOException, InterruptedException, ExecutionException {
        // Signing out deletes the cookies of the browser that does it.
        var kept = visitor.copyAt(site.servers);
        // Each process has just asked the store, and relies on the answer for as long as it may.
        if (!kept.isSignedIn()) refusedLive.incrementAndGet();
        how.of(visitor, server);
        long ended = System.nanoTime();
        var probes = new ArrayList<Future<Long>>();
        for (var other : site.servers) {
            if (other == server && how != End.COMMAND) {
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

    /** @return after how many milliseconds the cookie was accepted for the last time; 0 if never */
    private long lastAccepted(Visitor visitor, Server server, long ended) {
        long last = 0;
        long until = ended + AFTER_MILLIS * 1_000_000L;
        long sent;
        do {
            sent = System.nanoTime();
            boolean isAccepted = false;
            try {
                isAccepted = visitor.copyAt(server).isSignedInAt(server);
            } catch (IOException e) {
                // It is asked again.
            }
            long decided = Math.max(sent, continued.getOrDefault(server, sent));
            if (isAccepted) last = Math.max(last, (decided - ended) / 1_000_000);
            Processes.pause(PAUSE_MILLIS);
        } while (System.nanoTime() < until);
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
                for (var how : End.values()) {
                    int many = how == End.COMMAND ? ends / 10 : ends;
                    var figures = new RevocationBound(site)
                            .run(how, many, how == End.COMMAND ? 5 : 25)
                            .figures();
                    System.out.println(store + ", " + how.name().toLowerCase(Locale.ROOT) + ": " + figures);
                }
                System.out.println(store + ", stopped for 30 s: "
                        + new RevocationBound(site).runStopped(25, 30).figures());
                System.out.println(store + ", cut off for 20 s: "
                        + new RevocationBound(site).runCutOff(25, 20).figures());
            }
            try (var site = openForMany(store)) {
                System.out.println(
                        store + ", 2,000 visitors after a start: " + new RevocationBound(site).runStart(2_000));
            }
        }
    }

    /** For more visitors than may sign in from one address. */
    static Site openForMany(String store) {
        return Site.open(store, "strategy: revocable", "rateLimits: false");
    }

    static Site open(String store) {
        return Site.open(store, "strategy: revocable", CLOCK_OFFSETS);
    }
}
