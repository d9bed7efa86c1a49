package dev.cardea.server.hooks;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Sends events one after the other, in order, on a thread of its own. What fails is tried twice more, then dropped. */
final class EventQueue implements Runnable {
    private static final System.Logger LOG = System.getLogger("dev.cardea.server");
    private static final int MOST = 1_000;
    static final List<Duration> PAUSES = List.of(Duration.ofSeconds(1), Duration.ofSeconds(5));

    private final HookClient client;
    private final List<Duration> pauses;
    private final ArrayBlockingQueue<Event> waiting = new ArrayBlockingQueue<>(MOST);
    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread thread = new Thread(this, "cardea-events");
    /** Dropped since the last that found room; one line tells of them, however many they are. */
    private final AtomicInteger dropped = new AtomicInteger();

    private volatile boolean closing;

    /** An event on its way; the id is the same at each try. */
    record Event(String name, String id, byte[] body) {}

    EventQueue(HookClient client, List<Duration> pauses) {
        this.client = client;
        this.pauses = pauses;
        thread.setDaemon(true);
        thread.start();
    }

    void add(Event event) {
        if (!waiting.offer(event)) {
            if (dropped.getAndIncrement() == 0) warn("events are dropped: " + MOST + " wait already");
            return;
        }
        int lost = dropped.getAndSet(0);
        if (lost > 0) warn(lost + " events were dropped");
    }

    /** Waits until all is sent, or the time is over. */
    void drain(Duration most) {
        closing = true;
        try {
            if (!done.await(most.toMillis(), TimeUnit.MILLISECONDS)) {
                warn(waiting.size() + " events were not sent before the end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
    }

    @Override
    public void run() {
        try {
            while (true) {
                var event = next();
                if (event != null) send(event);
                else if (closing) break;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            done.countDown();
        }
    }

    private @Nullable Event next() throws InterruptedException {
        return waiting.poll(100, TimeUnit.MILLISECONDS);
    }

    private void send(Event event) throws InterruptedException {
        for (int attempt = 0; ; attempt++) {
            var failure = attempt(event);
            if (failure == null) return;
            if (attempt == pauses.size()) {
                warn("the event " + event.name + " is dropped: " + failure);
                return;
            }
            Thread.sleep(pauses.get(attempt).toMillis());
        }
    }

    private @Nullable String attempt(Event event) throws InterruptedException {
        try {
            int status = client.post(event.name, event.body, Map.of("X-Cardea-Event-Id", event.id))
                    .status();
            return status / 100 == 2 ? null : "it was answered with status " + status;
        } catch (RuntimeException e) {
            if (Thread.interrupted()) throw new InterruptedException();
            return String.valueOf(e.getMessage());
        }
    }

    private static void warn(String message) {
        LOG.log(System.Logger.Level.WARNING, message);
    }
}
