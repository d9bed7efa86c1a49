package dev.cardea.host.testkit;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Blocks the slow page until the test releases it. */
final class Gate {
    private volatile CountDownLatch arrived = new CountDownLatch(0);
    private volatile CountDownLatch open = new CountDownLatch(0);

    void close() {
        arrived = new CountDownLatch(1);
        open = new CountDownLatch(1);
    }

    void awaitPage() {
        await(arrived);
    }

    void open() {
        open.countDown();
    }

    void pass() {
        arrived.countDown();
        await(open);
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(30, TimeUnit.SECONDS)) throw new AssertionError("no request arrived within 30 seconds");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
