package dev.cardea.adapter.jdbc;

import java.sql.SQLException;
import java.sql.Types;
import java.util.Set;

/**
 * Oracle Database from 12.2 on. Written from its documentation and never tested on a real one. Oracle stores an empty
 * text as {@code null}.
 */
final class OracleDialect extends NumberedDialect {
    private static final int NO_PARENT = 2291;
    private static final Failures FAILURES = new Failures(
            Set.of(1),
            Set.of(60, 8177),
            // Locked, ended by the other side, starting, stopping, no listener, no service.
            Set.of(28, 54, 1012, 1033, 1034, 1089, 1090, 3113, 3114, 3135, 12514, 12528, 12541, 17002, 17008, 30006),
            Set.of(904, 942),
            Set.of(955, 1408));

    private static final int WITH_ZONE = -101;
    private static final int WITH_LOCAL_ZONE = -102;

    OracleDialect() {
        super("oracle", FAILURES);
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
    String timeType(Layout.Times times) {
        return times == Layout.Times.TEXT ? "varchar2(255 char)" : super.timeType(times);
    }

    @Override
    String nowMillis() {
        return "(round((cast(sys_extract_utc(systimestamp) as date) - date '1970-01-01') * 86400) * 1000"
                + " + to_number(to_char(systimestamp, 'FF3')))";
    }

    @Override
    String idType() {
        return "varchar2(255 char)";
    }

    @Override
    boolean isForeignKey(SQLException failure) {
        return failure.getErrorCode() == NO_PARENT || super.isForeignKey(failure);
    }
}
