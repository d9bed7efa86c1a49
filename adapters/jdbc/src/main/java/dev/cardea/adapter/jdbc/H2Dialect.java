package dev.cardea.adapter.jdbc;

import java.sql.SQLException;

final class H2Dialect extends Dialect {
    /** Another transaction changed the row that this one waited for. */
    private static final int ROW_CHANGED = 90131;

    H2Dialect() {
        super("h2");
    }

    @Override
    boolean limitOutlivesStatement() {
        return true;
    }

    @Override
    boolean hasNetwork() {
        return false;
    }

    @Override
    boolean keepsForeignKeys() {
        return false;
    }

    @Override
    boolean isConflict(SQLException failure, String state) {
        return failure.getErrorCode() == ROW_CHANGED || super.isConflict(failure, state);
    }
}
