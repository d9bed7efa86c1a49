package dev.cardea.server.store;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;
import java.util.Set;

/**
 * Takes connections out of the pool by codes that the pool does not know. A connection of H2 whose database has closed
 * answers each statement with an error, and under load the pool would lend it again and again. Immutable.
 */
final class BrokenConnections implements SQLExceptionOverride {
    /** The connection is broken, the database was closed, the database is closing. */
    private static final Set<Integer> CODES = Set.of(90067, 90121, 90098);

    @java.lang.Override
    public Override adjudicate(SQLException failure) {
        boolean isOfH2 = String.valueOf(failure.getErrorCode()).equals(failure.getSQLState());
        return isOfH2 && CODES.contains(failure.getErrorCode()) ? Override.MUST_EVICT : Override.CONTINUE_EVICT;
    }
}
