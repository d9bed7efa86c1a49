package dev.cardea.adapter.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.RequestThrottlingException;
import com.datastax.oss.driver.api.core.connection.BusyConnectionException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.connection.HeartbeatException;
import com.datastax.oss.driver.api.core.servererrors.QueryExecutionException;
import dev.cardea.adapter.DriverFailures;
import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.StoreUnavailableException;
import java.util.function.Supplier;

/** The driver's exceptions, as far as the library tells them apart. */
final class Failures {
    private static final DriverFailures<DriverException> CASSANDRA =
            new DriverFailures<>("Cassandra", DriverException.class, Failures::isUnavailable);

    private Failures() {}

    /** Runs a statement. Throws {@link StoreUnavailableException} where too few nodes answer in time. */
    static <T> T translate(Supplier<T> statement) {
        return CASSANDRA.translate(statement);
    }

    /** Runs work on the schema. Every failure of the driver is a {@link StoreException}. */
    static <T> T wrap(Supplier<T> work) {
        try {
            return translate(work);
        } catch (DriverException e) {
            throw new StoreException(String.valueOf(e.getMessage()), e);
        }
    }

    private static boolean isUnavailable(DriverException e) {
        return e instanceof DriverTimeoutException
                || e instanceof AllNodesFailedException
                || e instanceof QueryExecutionException
                || e instanceof RequestThrottlingException
                || e instanceof ClosedConnectionException
                || e instanceof HeartbeatException
                || e instanceof BusyConnectionException;
    }
}
