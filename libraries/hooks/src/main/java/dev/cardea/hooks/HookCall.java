package dev.cardea.hooks;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One call and its time. Whatever it waits for ends when the time is over, because its connection is closed: connecting,
 * TLS, sending and each byte of the answer.
 */
final class HookCall implements AutoCloseable {
    /** How often times are looked at. A timer for each call would wake a thread for each call. */
    private static final Duration TICK = Duration.ofMillis(50);

    private static final Set<HookCall> RUNNING = ConcurrentHashMap.newKeySet();

    static {
        var clock = Executors.newSingleThreadScheduledExecutor(task -> {
            var thread = new Thread(task, "cardea-hook-deadlines");
            thread.setDaemon(true);
            return thread;
        });
        var unused = clock.scheduleWithFixedDelay(
                HookCall::endLate, TICK.toMillis(), TICK.toMillis(), TimeUnit.MILLISECONDS);
    }

    private final long end;
    private @Nullable SocketChannel channel;
    private boolean isOver;
    private boolean isDone;

    private HookCall(long end) {
        this.end = end;
    }

    /** Its time begins now. */
    static HookCall begin(Duration timeout) {
        var call = new HookCall(System.nanoTime() + timeout.toNanos());
        RUNNING.add(call);
        return call;
    }

    private static void endLate() {
        long now = System.nanoTime();
        for (var call : RUNNING) if (now - call.end >= 0) call.timeOut();
    }

    /** @throws IOException where the time is over already */
    synchronized void uses(SocketChannel used) throws IOException {
        channel = used;
        if (!isOver) return;
        used.close();
        throw new IOException("the time is over");
    }

    private synchronized void timeOut() {
        if (isDone) return;
        isOver = true;
        try {
            if (channel != null) channel.close();
        } catch (IOException e) {
            // It is gone then.
        }
    }

    synchronized boolean isOver() {
        return isOver;
    }

    /** From now on the connection is left alone; {@code false} where it was closed already. */
    synchronized boolean finish() {
        isDone = true;
        return !isOver;
    }

    @Override
    public void close() {
        RUNNING.remove(this);
    }
}
