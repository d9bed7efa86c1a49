package dev.cardea.it.kills;

import dev.cardea.testing.Eventually;
import java.io.IOException;
import java.util.ArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What visitors with revocable sessions saw who all asked a process that had just started.
 *
 * @param unknown how many got no answer, or one that did not know them, because too many asked
 */
record CrowdAtStart(long slowestMillis, int unknown) {
    /** They all ask at the same time, and once more. */
    static CrowdAtStart run(Site site, int many) throws Exception {
        var server = site.servers.get(0);
        var visitors = site.signedInVisitors(many);
        server.kill();
        server.restart();
        var unknown = new AtomicInteger();
        var barrier = new CyclicBarrier(many);
        var threads = Executors.newCachedThreadPool();
        try {
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
            return new CrowdAtStart(slowest, unknown.get());
        } finally {
            threads.shutdownNow();
        }
    }

    static Site open(String store) {
        return Site.openForMany(store, "strategy: revocable");
    }
}
