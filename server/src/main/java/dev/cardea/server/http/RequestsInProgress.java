package dev.cardea.server.http;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.Graceful;

/**
 * Lets the end of the server wait for requests. Requests that arrive meanwhile on open connections are answered too, and
 * their connections closed: a proxy that keeps connections does not know yet, and would pass a 503 on to the visitor.
 */
final class RequestsInProgress extends Handler.Wrapper implements Graceful {
    private final AtomicInteger count = new AtomicInteger();
    private volatile boolean hasArrived;
    private final Graceful.Shutdown end = new Graceful.Shutdown(this) {
        @Override
        public boolean isShutdownDone() {
            return count.get() == 0;
        }
    };

    RequestsInProgress(Handler handler) {
        super(handler);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        count.incrementAndGet();
        // A write of a shared variable costs more than a read.
        if (!hasArrived) hasArrived = true;
        boolean isHandled = false;
        try {
            isHandled = super.handle(request, response, Callback.from(callback, this::ended));
            return isHandled;
        } finally {
            if (!isHandled) ended();
        }
    }

    private void ended() {
        if (count.decrementAndGet() == 0 && end.isShutdown()) end.check();
    }

    /** Returns whether no request is in progress, and none has arrived since the last call. */
    boolean isIdle() {
        boolean isIdle = !hasArrived && count.get() == 0;
        hasArrived = false;
        return isIdle;
    }

    @Override
    public CompletableFuture<Void> shutdown() {
        return end.shutdown();
    }

    @Override
    public boolean isShutdown() {
        return end.isShutdown();
    }
}
