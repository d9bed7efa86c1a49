package dev.cardea.examples.guides;

// sample
import dev.cardea.Auth;
import dev.cardea.error.AuthException;
import dev.cardea.http.Request;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Connections that outlive a request, such as WebSockets. Each is closed when the session ends with which it was opened. */
public final class OpenConnections {
    private static final int MOST_FAILURES = 10;

    private final Auth auth;
    private final Map<Runnable, Connection> connections = new ConcurrentHashMap<>();

    private record Connection(Request request, AtomicInteger failures) {}

    public OpenConnections(Auth auth) {
        this.auth = auth;
    }

    /**
     * Watches a connection.
     *
     * @param request that opened it
     * @param close closes it
     */
    public void add(Request request, Runnable close) {
        connections.put(close, new Connection(request, new AtomicInteger()));
    }

    /** To be called when a connection was closed. */
    public void remove(Runnable close) {
        connections.remove(close);
    }

    /** To be called every 30 seconds. */
    public void check() {
        connections.forEach((close, connection) -> {
            if (isSignedIn(connection)) return;
            remove(close);
            end(close);
        });
    }

    /** A connection that can't be closed must not keep the others open. */
    private static void end(Runnable close) {
        try {
            close.run();
        } catch (RuntimeException e) {
            System.getLogger(OpenConnections.class.getName()).log(Level.WARNING, "a connection wasn't closed", e);
        }
    }

    private boolean isSignedIn(Connection connection) {
        try {
            boolean isSignedIn = auth.confirmed(connection.request()).isPresent();
            connection.failures().set(0);
            return isSignedIn;
        } catch (AuthException e) {
            // The store doesn't respond: it is unknown whether the session has ended. The next check asks again.
            return connection.failures().incrementAndGet() < MOST_FAILURES;
        }
    }
}
// end
