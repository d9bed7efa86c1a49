package dev.cardea.server.store;

import com.zaxxer.hikari.util.DriverDataSource;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Connections of a database's driver, for a pool. The pool pauses for up to five seconds after failures, so a server
 * would notice late that its database is back. After some failures this one tries again four times a second, and
 * returns to the pool with a connection. Safe for concurrent use.
 *
 * <p>Close it before its pool: a pool that closes waits for the connection that is being opened, and interrupts nothing.
 */
final class DriverConnections implements DataSource, AutoCloseable {
    /** The pool reports these to callers, with the reason. Its pauses between them are a third of a second in all. */
    private static final int REPORTED = 5;

    private static final Duration PAUSE = Duration.ofMillis(250);

    /** How long a pool that closes waits for a database that accepted a connection and says nothing. */
    private static final int CLOSING_SECONDS = 1;

    private final DataSource driver;
    private final Runnable first;
    private final AtomicInteger failures = new AtomicInteger();
    private volatile boolean isClosed;

    private DriverConnections(DataSource driver, Runnable first) {
        this.driver = driver;
        this.first = first;
    }

    /** @param first runs before each connection is opened */
    static DriverConnections of(String url, @Nullable String user, @Nullable String password, Runnable first) {
        return new DriverConnections(new DriverDataSource(url, null, new Properties(), user, password), first);
    }

    /** @throws SQLException for one of the first failures in a row, or once this is closed */
    @Override
    public Connection getConnection() throws SQLException {
        while (true) {
            try {
                first.run();
                var connection = driver.getConnection();
                failures.set(0);
                return connection;
            } catch (SQLException e) {
                if (failures.incrementAndGet() <= REPORTED || isClosed || !paused()) throw e;
            }
        }
    }

    /** Ends the attempts to reach a database that is down. */
    @Override
    public void close() {
        isClosed = true;
    }

    private static boolean paused() {
        try {
            Thread.sleep(PAUSE.toMillis());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return driver.getConnection(user, password);
    }

    @Override
    public @Nullable PrintWriter getLogWriter() throws SQLException {
        return driver.getLogWriter();
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) throws SQLException {
        driver.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        driver.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return isClosed ? CLOSING_SECONDS : driver.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger("com.zaxxer.hikari");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return driver.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return driver.isWrapperFor(type);
    }
}
