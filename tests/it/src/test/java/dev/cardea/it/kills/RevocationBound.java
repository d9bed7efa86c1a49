package dev.cardea.it.kills;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Sessions that are ended in one of four processes whose clocks differ, and how long the other processes accept their
 * cookies.
 */
final class RevocationBound {
    static final long BOUND_MILLIS = 5_000;

    /** In seconds. */
    static final int[] CLOCK_OFFSETS = {0, 120, -120, 600};

    private static final int CONFIRM_AGE_MILLIS = 4_000;
    /** How many sessions stay. */
    static final int LIVE = 4;

    private final Site site;
    /** {@code null}: each process has asked the store right before a session ends, and relies on that for longest. */
    private final @Nullable Random phase;

    private final RevocationProbes probes = new RevocationProbes();

    RevocationBound(Site site) {
        this(site, null);
    }

    /** @param phase says how long before the end of a session each process asks the store about it */
    RevocationBound(Site site, @Nullable Random phase) {
        this.site = site;
        this.phase = phase;
    }

    /** Ends sessions, many at a time. */
    RevocationFigures run(SessionEnd how, int ends, int atOnce) throws Exception {
        var threads = Executors.newCachedThreadPool();
        try {
            for (int done = 0; done < ends; done += atOnce) round(how, Math.min(atOnce, ends - done), threads);
        } finally {
            threads.shutdownNow();
        }
        return probes.figures();
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
            for (var end : ends) probes.add(end.get());
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
        for (var isAccepted : asked) probes.addLive(isAccepted.get());
        how.run(visitor, server);
        long ended = System.nanoTime();
        var others = new ArrayList<Future<Long>>();
        for (var other : site.servers) {
            if (other == server && how != SessionEnd.COMMAND) {
                // A copy, because the response deletes the cookie.
                probes.addByEnding(kept.copyAt(other).isSignedInAt(other));
            } else {
                others.add(threads.submit(() -> probes.lastAccepted(kept, other, ended)));
            }
        }
        long last = 0;
        for (var other : others) last = Math.max(last, other.get());
        return last;
    }

    /** The process asks the store, and relies on the answer for as long as it may. */
    private boolean asked(Visitor visitor, Server server) throws IOException {
        if (phase != null) Processes.pause(phase.nextInt(CONFIRM_AGE_MILLIS));
        return visitor.copyAt(server).isSignedInAt(server);
    }

    private Void stay(Visitor visitor, AtomicBoolean isOver) throws IOException {
        while (!isOver.get()) {
            probes.addLive(visitor.isSignedIn());
            Processes.pause(RevocationProbes.PAUSE_MILLIS);
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
                print(store + ", stopped for 30 s", new RevocationOutages(site).whileStopped(ends, 30));
                print(store + ", killed and started again", new RevocationOutages(site).whileKilled(ends));
                print(store + ", cut off for 20 s", new RevocationOutages(site).whileCutOff(25, 20));
            }
            try (var site = CrowdAtStart.open(store)) {
                System.out.println(store + ", 2,000 visitors after a start: " + CrowdAtStart.run(site, 2_000));
            }
        }
    }

    private static void print(String name, RevocationFigures figures) {
        System.out.println(name + ": " + figures);
    }

    static Site open(String store) {
        return Site.openForMany(store, "strategy: revocable", CLOCK_OFFSETS);
    }
}
