package dev.cardea.adapter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * What holds for a borrowed connection, and is taken back when it goes: a time limit for the answer of the network, so
 * that a store that fell silent is not waited for, one for statements where a limit belongs to the connection, and what
 * the database wants to be told.
 */
final class Limits implements AutoCloseable {
    /** The database shall be the first to give up, for it can say why. */
    private static final int GRACE_MILLIS = 1_000;

    private final Connection connection;
    private final @Nullable Statement statement;
    private final int statementBefore;
    private final int networkBefore;
    private final Cleanup.Attempt unsettle;

    private Limits(
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

    static Limits on(Connection connection, Dialect dialect, int seconds, boolean isJoined) throws SQLException {
        int network = -1;
        if (dialect.hasNetwork()) {
            network = connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, seconds * 1_000 + GRACE_MILLIS);
        }
        Cleanup.Attempt unsettle = isJoined ? () -> {} : dialect.settle(connection);
        if (!dialect.limitOutlivesStatement()) return new Limits(connection, null, 0, network, unsettle);
        var statement = connection.createStatement();
        int before = statement.getQueryTimeout();
        statement.setQueryTimeout(seconds);
        return new Limits(connection, statement, before, network, unsettle);
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
