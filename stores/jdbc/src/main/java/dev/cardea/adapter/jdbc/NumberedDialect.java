package dev.cardea.adapter.jdbc;

import java.sql.SQLException;
import java.util.Set;

/** A database that distinguishes failures by its own error numbers, and lacks {@code if not exists}. */
abstract class NumberedDialect extends SqlDialect {
    private final Failures failures;

    NumberedDialect(String product, Failures failures) {
        super(product);
        this.failures = failures;
    }

    /**
     * The numbers, by what they mean.
     *
     * @param duplicate a key that is taken
     * @param conflicts the victim of a deadlock, and a transaction that came too late
     * @param away the other side is locked, starting, stopping or gone
     * @param missing a column or a table is not there
     * @param there a table or an index is there already
     */
    record Failures(
            Set<Integer> duplicate,
            Set<Integer> conflicts,
            Set<Integer> away,
            Set<Integer> missing,
            Set<Integer> there) {}

    @Override
    final String ddl(String statement) {
        return statement.replace(" if not exists", "");
    }

    @Override
    final boolean isThereAlready(SQLException failure) {
        return failures.there.contains(failure.getErrorCode());
    }

    @Override
    final boolean isDuplicate(SQLException failure, String state) {
        return failures.duplicate.contains(failure.getErrorCode()) || state.equals("23505");
    }

    @Override
    final boolean isConflict(SQLException failure, String state) {
        return failures.conflicts.contains(failure.getErrorCode()) || super.isConflict(failure, state);
    }

    @Override
    final boolean isUnavailable(SQLException failure, String state) {
        return failures.away.contains(failure.getErrorCode()) || super.isUnavailable(failure, state);
    }

    @Override
    final boolean isSchema(SQLException failure, String state) {
        return failures.missing.contains(failure.getErrorCode()) || state.startsWith("42S");
    }
}
