package dev.cardea.adapter.jdbc;

import java.sql.SQLException;
import java.sql.Types;
import java.util.Set;

/**
 * Oracle Database from 12.2 on. Never tried on one: what is known of it is its documentation. An empty text is no text to
 * it, and comes back as {@code null}.
 */
final class OracleDialect extends Dialect {
    private static final int DUPLICATE = 1;
    /** The victim of a deadlock, and a transaction that came too late. */
    private static final Set<Integer> CONFLICTS = Set.of(60, 8177);
    /** Locked, ended by the other side, starting, stopping, no listener, no service. */
    private static final Set<Integer> AWAY =
            Set.of(28, 54, 1012, 1033, 1034, 1089, 1090, 3113, 3114, 3135, 12514, 12528, 12541, 17002, 17008, 30006);
    /** A column and a table that are not there. */
    private static final Set<Integer> MISSING = Set.of(904, 942);
    /** A name that is taken, columns that have an index. */
    private static final Set<Integer> THERE = Set.of(955, 1408);

    private static final int WITH_ZONE = -101;
    private static final int WITH_LOCAL_ZONE = -102;

    OracleDialect() {
        super("oracle");
    }

    /** Every number has one type, and some drivers call a text that may be long by names of their own. */
    @Override
    Type typeOf(int jdbcType, String typeName) {
        return switch (jdbcType) {
            case Types.NUMERIC, Types.DECIMAL -> Type.NUMBER;
            case WITH_ZONE, WITH_LOCAL_ZONE -> Type.ZONED_TIME;
            default -> super.typeOf(jdbcType, typeName);
        };
    }

    @Override
    String idType() {
        return "varchar2(255 char)";
    }

    @Override
    String ddl(String statement) {
        return statement.replace(" if not exists", "");
    }

    @Override
    boolean isThereAlready(SQLException failure) {
        return THERE.contains(failure.getErrorCode());
    }

    @Override
    boolean isDuplicate(SQLException failure, String state) {
        return failure.getErrorCode() == DUPLICATE || state.equals("23505");
    }

    @Override
    boolean isConflict(SQLException failure, String state) {
        return CONFLICTS.contains(failure.getErrorCode()) || super.isConflict(failure, state);
    }

    @Override
    boolean isUnavailable(SQLException failure, String state) {
        return AWAY.contains(failure.getErrorCode()) || super.isUnavailable(failure, state);
    }

    @Override
    boolean isSchema(SQLException failure, String state) {
        return MISSING.contains(failure.getErrorCode()) || state.startsWith("42S");
    }
}
