package dev.cardea.server.http;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Closes connections on which the head of a request is still arriving after a while. Those on which nothing arrives are
 * closed by the idle timeout, but who sends a byte now and then is never idle.
 */
final class HeaderTimeout implements Connection.Listener {
    /** What a TLS session is called until its handshake is done. */
    private static final String NO_PROTOCOL = "NONE";

    private final Scheduler scheduler;
    private final Duration pause;
    private final Map<Connection, Watch> watches = new ConcurrentHashMap<>();
    private final Map<Connection, Scheduler.Task> handshakes = new ConcurrentHashMap<>();

    /** @param most that a head may take; at least half of it is granted */
    HeaderTimeout(Scheduler scheduler, Duration most) {
        this.scheduler = scheduler;
        pause = most.dividedBy(2);
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof SslConnection tls) {
            handshakes.put(tls, scheduler.schedule(() -> endSlow(tls), 2 * pause.toMillis(), TimeUnit.MILLISECONDS));
            return;
        }
        var watch = new Watch(connection);
        watches.put(connection, watch);
        watch.again();
    }

    @Override
    public void onClosed(Connection connection) {
        var watch = watches.remove(connection);
        if (watch != null) watch.end();
        // Connections that close at once would stay in memory until then.
        var handshake = handshakes.remove(connection);
        if (handshake != null) handshake.cancel();
    }

    /** Closes a connection whose client takes as long for the handshake of TLS as it may for a head. */
    private static void endSlow(SslConnection tls) {
        if (tls.getSSLEngine().getSession().getProtocol().equals(NO_PROTOCOL)) {
            tls.getEndPoint().close();
        }
    }

    /** Looks at one connection from time to time: who is in the middle of a head at two looks is too late. */
    private final class Watch implements Runnable {
        private final Connection connection;
        private long requests;
        private long bytes;
        private boolean begun;
        private volatile Scheduler.@Nullable Task next;

        Watch(Connection connection) {
            this.connection = connection;
        }

        void again() {
            if (!connection.getEndPoint().isOpen()) return;
            next = scheduler.schedule(this, pause.toMillis(), TimeUnit.MILLISECONDS);
        }

        void end() {
            var task = next;
            if (task != null) task.cancel();
        }

        @Override
        public void run() {
            boolean inHead = inHead();
            if (inHead && begun) {
                connection.getEndPoint().close();
                return;
            }
            begun = inHead;
            requests = connection.getMessagesIn();
            if (!inHead) bytes = connection.getBytesIn();
            again();
        }

        /** Bytes have come since the last look, and no request of which they were a part. */
        private boolean inHead() {
            boolean answering = connection.getMessagesIn() > connection.getMessagesOut();
            return !answering && connection.getMessagesIn() == requests && connection.getBytesIn() > bytes;
        }
    }
}
