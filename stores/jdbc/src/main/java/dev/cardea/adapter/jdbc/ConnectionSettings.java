package dev.cardea.adapter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a borrowed connection, restored when it is returned: a network timeout against a store that stopped
 * answering, a statement timeout where the database keeps it on the connection, and options of the database.
 */
final class ConnectionSettings implements AutoCloseable {
    /** The network timeout is longer than the statement's, because the database can report why it gave up. */
    private static final int GRACE_MILLIS = 1_000;

    private final Connection connection;
    private final @Nullable Statement statement;
    private final int statementBefore;
    private final int networkBefore;
    private final Cleanup.Attempt unsettle;

    private ConnectionSettings(
            Connection connection,
            @Nullable Statement statement,
            int statementBefore,
            int networkBefore,
            Cleanup.Attempt unsettle) {
        this.unsettle = unsettle;
        this.connection = connection;
        this.statement = statement;
        this.statementBefore = statementBefore;
        this.networkBefore = networkBefore;
    }

    static ConnectionSettings on(Connection connection, SqlDialect dialect, int seconds, boolean isJoined)
            throws SQLException {
        int network = -1;
        if (dialect.hasNetwork()) {
            network = connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, seconds * 1_000 + GRACE_MILLIS);
        }
        Cleanup.Attempt unsettle = isJoined ? () -> {} : dialect.settle(connection);
        if (!dialect.limitOutlivesStatement()) return new ConnectionSettings(connection, null, 0, network, unsettle);
        var statement = connection.createStatement();
        int before = statement.getQueryTimeout();
        statement.setQueryTimeout(seconds);
        return new ConnectionSettings(connection, statement, before, network, unsettle);
    }

    @Override
    public void close() {
        Cleanup.run(unsettle);
        Cleanup.run(() -> {
            if (networkBefore >= 0) connection.setNetworkTimeout(Runnable::run, networkBefore);
        });
        if (statement == null) return;
        Cleanup.run(() -> statement.setQueryTimeout(statementBefore));
        Cleanup.run(statement::close);
    }
}
