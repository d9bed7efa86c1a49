package dev.cardea.it.kills;

import dev.cardea.testing.Eventually;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Sessions that end while one of four processes is stopped, killed, or cut off from its store. */
final class RevocationOutages {
    private final Site site;
    private final RevocationProbes probes = new RevocationProbes();
    private final Server away;
    private final List<Server> running;

    RevocationOutages(Site site) {
        this.site = site;
        int last = site.servers.size() - 1;
        away = site.servers.get(last);
        running = site.servers.subList(0, last);
    }

    private interface Outage {
        List<Future<Long>> run(List<Visitor> visitors, ExecutorService threads) throws Exception;
    }

    /**
     * One process is stopped while sessions end, and continues long after. It has asked the store about each session just
     * before. Each is asked for once more when it continues.
     */
    RevocationFigures whileStopped(int ends, int seconds) throws Exception {
        return during(ends, (visitors, threads) -> {
            probes.stop(away);
            long begun = System.nanoTime();
            try {
                var asked = endedElsewhere(visitors, threads);
                Processes.pause(Math.max(0, seconds * 1_000L - (System.nanoTime() - begun) / 1_000_000));
                return asked;
            } finally {
                probes.proceed(away);
            }
        });
    }

    /**
     * One process is killed right after it has asked the store about each session, and starts again while they end. From
     * before it listens, it is asked for them, and then for sessions that stay.
     */
    RevocationFigures whileKilled(int ends) throws Exception {
        var live = site.signedInVisitors(RevocationBound.LIVE);
        return during(ends, (visitors, threads) -> {
            away.kill();
            var start = threads.submit(() -> away.restart());
            var asked = endedElsewhere(visitors, threads);
            start.get();
            live.forEach(this::awaitSignedIn);
            return asked;
        });
    }

    private RevocationFigures during(int ends, Outage outage) throws Exception {
        var visitors = site.signedInVisitors(ends);
        var threads = Executors.newCachedThreadPool();
        try {
            Parallel.each(visitors, visitor -> visitor.isSignedInAt(away)).forEach(probes::addLive);
            for (var asked : outage.run(visitors, threads)) probes.add(asked.get());
        } finally {
            threads.shutdownNow();
        }
        return probes.figures();
    }

    private List<Future<Long>> endedElsewhere(List<Visitor> visitors, ExecutorService threads) throws Exception {
        var next = new AtomicInteger();
        return Parallel.each(visitors, visitor -> {
            SessionEnd.SIGN_OUT.run(visitor, running.get(next.getAndIncrement() % running.size()));
            long ended = System.nanoTime();
            return threads.submit(() -> probes.lastAccepted(visitor.copyAt(away), away, ended));
        });
    }

    /** A process that doesn't find the session deletes the cookie, which a second try would miss. */
    private void awaitSignedIn(Visitor visitor) {
        Eventually.isTrue(visitor.address + " is signed in again", () -> visitor.isSignedInAt(away));
    }

    /** One process is cut off from the store while sessions end, and reaches it again long after. */
    RevocationFigures whileCutOff(int ends, int seconds) throws Exception {
        var threads = Executors.newCachedThreadPool();
        try (var relay = site.relayed(away)) {
            var visitors = site.signedInVisitors(ends);
            var live = site.signedInVisitors(RevocationBound.LIVE);
            for (var visitor : visitors) probes.addLive(visitor.isSignedIn());
            for (var visitor : live) probes.addLive(visitor.isSignedIn());
            relay.fallSilent();
            long silent = System.nanoTime();
            var isOver = new AtomicBoolean();
            var all = new ArrayList<Future<?>>();
            for (var visitor : live) all.add(threads.submit(() -> ask(visitor, silent, isOver)));
            var asked = new ArrayList<Future<Long>>();
            for (var visitor : visitors) {
                SessionEnd.SIGN_OUT.run(visitor, running.get(0));
                long ended = System.nanoTime();
                for (var server : site.servers.subList(1, site.servers.size()))
                    asked.add(threads.submit(() -> probes.lastAccepted(visitor, server, ended)));
            }
            Processes.pause(seconds * 1_000L);
            isOver.set(true);
            for (var one : all) one.get();
            for (var one : asked) probes.add(one.get());
            relay.recover();
            live.forEach(this::awaitSignedIn);
            for (var visitor : visitors) probes.addUnread(visitor.isSignedInAt(away));
        } finally {
            threads.shutdownNow();
        }
        return probes.figures();
    }

    /** Until the process reaches the store again, it may accept a session only as long as it relies on what it has read. */
    private Void ask(Visitor visitor, long silent, AtomicBoolean isOver) {
        while (!isOver.get()) {
            boolean mustRefuse = System.nanoTime() - silent > RevocationBound.BOUND_MILLIS * 1_000_000;
            try {
                boolean isAccepted = visitor.isSignedInAt(away);
                probes.addUnread(mustRefuse && isAccepted && !isOver.get());
            } catch (IOException e) {
                // It is asked again.
            }
            probes.addLive(visitor.session() != null);
            Processes.pause(RevocationProbes.PAUSE_MILLIS);
        }
        return null;
    }
}
