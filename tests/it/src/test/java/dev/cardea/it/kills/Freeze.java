package dev.cardea.it.kills;

import dev.cardea.it.kills.Kills.Result;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A database that stops answering, or is killed, under visitors. No request may take longer than 10 s, {@code /healthz} has
 * to say 503 within 3 s, and each visitor who was signed in still is when the database is back.
 */
final class Freeze {
    private static final int READERS = 4;
    private static final int ENTERING = 4;
    private static final long MAX_MILLIS = 10_000;
    private static final long HEALTH_MILLIS = 3_000;
    private static final int BEFORE_MILLIS = 1_500;
    private static final int AFTER_MILLIS = 4_000;

    private final Site site;
    private final boolean isTimed;
    private final AtomicBoolean running = new AtomicBoolean(true);
    private final AtomicLong stopped = new AtomicLong();
    private final AtomicLong unhealthy = new AtomicLong();
    private final ConcurrentLinkedQueue<Visitor> accepted = new ConcurrentLinkedQueue<>();

    /** @param isTimed whether a slow answer is a fault */
    Freeze(Site site, boolean isTimed) {
        this.site = site;
        this.isTimed = isTimed;
    }

    private interface Outage {
        void run();
    }

    Result run(int seconds, List<String> problems) throws IOException {
        var database = site.store.process();
        return during(problems, seconds * 1_000L > HEALTH_MILLIS, () -> {
            Processes.signal(database, "STOP");
            try {
                Processes.pause(seconds * 1_000L);
            } finally {
                Processes.signal(database, "CONT");
            }
        });
    }

    Result kill(List<String> problems) throws IOException {
        var database = site.store.process();
        return during(problems, false, () -> {
            Processes.kill(database);
            Processes.pause(2_000);
            site.store.restart();
        });
    }

    private Result during(List<String> problems, boolean mustBeUnhealthy, Outage outage) throws IOException {
        Web.WORST_MILLIS.set(0);
        int known = problems.size();
        var threads = Executors.newCachedThreadPool();
        var all = new ArrayList<Future<?>>();
        try {
            var readers = readers();
            for (var reader : readers) all.add(threads.submit(() -> repeat(() -> reads(reader, problems))));
            for (int i = 0; i < ENTERING; i++) all.add(threads.submit(() -> repeat(this::enters)));
            for (var server : site.servers) all.add(threads.submit(() -> repeat(() -> asksForHealth(server))));
            Processes.pause(BEFORE_MILLIS);
            stopped.set(System.nanoTime());
            outage.run();
            Processes.pause(AFTER_MILLIS);
            running.set(false);
            for (var one : all) one.get();
            for (var reader : readers) settled(reader, problems);
            for (var one : accepted) settled(one, problems);
        } catch (ExecutionException e) {
            problems.add("did not finish: " + e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            running.set(false);
            threads.shutdownNow();
        }
        long worst = Web.WORST_MILLIS.get();
        long told = unhealthy.get() == 0 ? -1 : (unhealthy.get() - stopped.get()) / 1_000_000;
        if (isTimed && worst > MAX_MILLIS) problems.add("a request took " + worst + " ms");
        if (isTimed && mustBeUnhealthy && (told < 0 || told > HEALTH_MILLIS))
            problems.add("/healthz said 503 after " + told + " ms");
        int failures = problems.size() > known ? 1 : 0;
        return new Result(1, failures, worst, told < 0 ? ", never 503" : ", 503 after " + told + " ms");
    }

    private List<Visitor> readers() throws IOException {
        var readers = new ArrayList<Visitor>();
        for (int i = 0; i < READERS; i++) {
            var visitor = site.providerVisitor();
            if (!visitor.signsInAtProvider()) throw new IOException(visitor.address + " cannot sign in");
            readers.add(visitor);
        }
        return readers;
    }

    private interface Step {
        void run() throws IOException;
    }

    private void repeat(Step step) {
        while (running.get()) {
            try {
                step.run();
            } catch (IOException e) {
                // A visitor whose answer is lost tries again.
            }
            Processes.pause(100);
        }
    }

    /** An answer that doesn't know the visitor sets no cookie, and deletes none. */
    private void reads(Visitor reader, List<String> problems) throws IOException {
        var before = reader.session();
        var server = site.servers.get(ThreadLocalRandom.current().nextInt(site.servers.size()));
        if (reader.isSignedInAt(server) || String.valueOf(before).equals(reader.session())) return;
        synchronized (problems) {
            problems.add(reader.address + (reader.session() == null ? " lost the cookie" : " got another cookie"));
        }
        throw new IOException("signed out");
    }

    private void enters() throws IOException {
        var visitor = site.providerVisitor();
        if (visitor.signsInAtProvider()) accepted.add(visitor);
    }

    private void asksForHealth(Server server) {
        boolean isStopped = stopped.get() != 0;
        if (Web.health(server.address()) == 503 && isStopped) unhealthy.compareAndSet(0, System.nanoTime());
    }

    private void settled(Visitor visitor, List<String> problems) throws IOException {
        if (visitor.isSignedIn()) site.signedIn.add(visitor);
        else problems.add(visitor.address + " is signed out after the outage");
    }
}
