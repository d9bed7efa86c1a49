package dev.cardea.hooks;

import dev.cardea.observe.Observation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Sends events one after the other, in order, on a background thread. Retries a failed one twice, then drops it.
 *
 * <p>An event that failed is set aside until its next try, and while the events of one name fail they have a thread of
 * their own. So a handler that throws, or never answers, delays no other event by more than one timeout.
 */
final class EventQueue {
    private static final System.Logger LOG = System.getLogger("dev.cardea.hooks");
    private static final int MAX_EVENTS = 1_000;
    private static final String IN_ORDER = "";
    static final List<Duration> PAUSES = List.of(Duration.ofSeconds(1), Duration.ofSeconds(5));

    private final List<Duration> pauses;
    /** The sender of all events, and one for each name that failed. */
    private final Map<String, EventSender> senders = new ConcurrentHashMap<>();
    /** The names whose last event was not delivered. */
    private final Set<String> failing = ConcurrentHashMap.newKeySet();

    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong sequence = new AtomicLong();
    /** Counts events that were dropped since the last queued one; one log line reports them all. */
    private final AtomicInteger dropped = new AtomicInteger();

    /**
     * An event on its way.
     *
     * @param headers the id of the event among them; the same at each try
     * @param observation of the request that published it
     */
    record Event(
            HookedApplication to, String name, Map<String, String> headers, byte[] body, Observation observation) {}

    EventQueue(List<Duration> pauses) {
        this.pauses = pauses;
    }

    void add(Event event) {
        add(event, 0);
    }

    /** Delivers an event before this returns. One that could not be delivered is queued for its next try. */
    boolean deliver(Event event) {
        var failure = attempt(event);
        if (failure == null) {
            failing.remove(event.name);
            return true;
        }
        failing.add(event.name);
        warn("the event " + event.name + " was awaited and is sent again later: " + failure);
        add(event, 1);
        return false;
    }

    private void add(Event event, int tries) {
        if (waiting.incrementAndGet() > MAX_EVENTS) {
            waiting.decrementAndGet();
            HookSteps.dropped(event.observation, event.name);
            if (dropped.getAndIncrement() == 0) warn("events are dropped: " + MAX_EVENTS + " are already waiting");
            return;
        }
        int lost = dropped.getAndSet(0);
        if (lost > 0) warn(lost + " events were dropped");
        put(event, tries);
    }

    /** Returns how many events have not been sent yet. */
    int waiting() {
        return waiting.get();
    }

    /** Waits until all is sent, or the time is over. */
    void drain(Duration most) {
        long end = System.nanoTime() + most.toNanos();
        try {
            // The events of an answer that has just left come a moment later.
            Thread.sleep(Math.min(100, most.toMillis()));
            synchronized (waiting) {
                for (long left = most.toMillis();
                        waiting.get() > 0 && left > 0;
                        left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())) {
                    waiting.wait(left);
                }
            }
            if (waiting.get() > 0) warn(waiting.get() + " events weren't sent before the process ended");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        senders.values().forEach(EventSender::stop);
    }

    private void put(Event event, int tries) {
        boolean apart = tries > 0 || failing.contains(event.name);
        var pause = tries == 0 ? Duration.ZERO : pauses.get(tries - 1);
        senders.computeIfAbsent(apart ? event.name : IN_ORDER, EventSender::new)
                .add(new PendingEvent(event, tries, System.nanoTime() + pause.toNanos(), sequence.getAndIncrement()));
    }

    /** @param isApart whether this is the thread for events of this name */
    private void send(PendingEvent pending, boolean isApart) {
        var event = pending.event;
        if (!isApart && failing.contains(event.name)) {
            put(event, pending.tries);
            return;
        }
        var failure = attempt(event);
        if (failure == null) {
            failing.remove(event.name);
            done();
            return;
        }
        failing.add(event.name);
        if (Thread.currentThread().isInterrupted()) return;
        if (pending.tries < pauses.size()) {
            put(event, pending.tries + 1);
            return;
        }
        HookSteps.dropped(event.observation, event.name);
        warn("the event " + event.name + " is dropped: " + failure);
        done();
    }

    private void done() {
        waiting.decrementAndGet();
        synchronized (waiting) {
            waiting.notifyAll();
        }
    }

    /** @return why it was not delivered */
    private @Nullable String attempt(Event event) {
        long start = System.nanoTime();
        try {
            int status = event.to.post(event.name, event.body, event.headers).status();
            HookSteps.sent(event.observation, event.name, null, status, start);
            return status / 100 == 2 ? null : "the application returned status " + status;
        } catch (RuntimeException e) {
            HookSteps.sent(event.observation, event.name, e, 0, start);
            return String.valueOf(e.getMessage());
        }
    }

    /** A thread that sends what is due, in order. */
    private final class EventSender implements Runnable {
        private final DelayQueue<PendingEvent> queue = new DelayQueue<>();
        private final boolean isApart;
        private final Thread thread;

        EventSender(String name) {
            isApart = !name.equals(IN_ORDER);
            thread = new Thread(this, isApart ? "cardea-events " + name : "cardea-events");
            thread.setDaemon(true);
            thread.start();
        }

        void add(PendingEvent pending) {
            queue.add(pending);
        }

        void stop() {
            thread.interrupt();
        }

        @Override
        public void run() {
            try {
                while (!Thread.currentThread().isInterrupted()) send(queue.take(), isApart);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** An event that waits for its next try. */
    private record PendingEvent(Event event, int tries, long due, long number) implements Delayed {
        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            var another = (PendingEvent) other;
            int byTime = Long.compare(due - another.due, 0);
            return byTime != 0 ? byTime : Long.compare(number, another.number);
        }
    }

    private static void warn(String message) {
        LOG.log(System.Logger.Level.WARNING, message);
    }
}
