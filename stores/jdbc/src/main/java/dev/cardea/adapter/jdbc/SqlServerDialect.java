package dev.cardea.adapter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Microsoft SQL Server from 2016 on. Never tried on one: what is known of it is its documentation. */
final class SqlServerDialect extends NumberedDialect {
    private static final int CONSTRAINT = 547;
    private static final Failures FAILURES = new Failures(
            Set.of(2601, 2627),
            Set.of(1205, 3960),
            // Locked for longer than one waits, being shut down, not the primary, busy.
            Set.of(1222, 6005, 976, 40197, 40501, 40613),
            Set.of(207, 208),
            Set.of(2714, 1913));

    SqlServerDialect() {
        super("sqlserver", FAILURES);
    }

    @Override
    boolean speaksFor(String product) {
        return product.toLowerCase(Locale.ROOT).startsWith("microsoft sql server");
    }

    /** It leaves blanks at the end out of every comparison, whatever the collation. */
    @Override
    Map<String, String> looseColumns(Connection connection, TableName table) throws SQLException {
        var loose = new HashMap<String, String>();
        try (var statement = connection.prepareStatement("select * from " + quote(table) + " where 1 = 0");
                var rows = statement.executeQuery()) {
            var metadata = rows.getMetaData();
            for (int i = 1; i <= metadata.getColumnCount(); i++) {
                var type = typeOf(metadata.getColumnType(i), metadata.getColumnTypeName(i));
                if (type == Type.TEXT) loose.put(metadata.getColumnName(i), "");
            }
        }
        return loose;
    }

    /** The first half finds the row by its index, the second compares it exactly. */
    @Override
    String isExactly(String column, String collation) {
        return "(" + column + " = ? and " + bytes(column) + " = " + bytes("?") + ")";
    }

    @Override
    Type typeOf(int jdbcType, String typeName) {
        if (typeName.equalsIgnoreCase("datetimeoffset")) return Type.ZONED_TIME;
        // The driver's own number for a date with a time, and a key of 128 bits, which it prints in capitals.
        if (typeName.equalsIgnoreCase("uniqueidentifier")) return Type.OTHER;
        return jdbcType == Types.LONGNVARCHAR ? Type.TEXT : super.typeOf(jdbcType, typeName);
    }

    @Override
    String timeType(Layout.Times times) {
        return times == Layout.Times.TEXT ? "nvarchar(255)" : "datetime2(3)";
    }

    @Override
    String nowMillis() {
        return "datediff_big(millisecond, '19700101', sysutcdatetime())";
    }

    @Override
    String idType() {
        return "nvarchar(255) collate Latin1_General_100_BIN2";
    }

    private static String bytes(String text) {
        return "cast(cast(" + text + " as nvarchar(4000)) as varbinary(8000))";
    }

    @Override
    String locking(String select, String table) {
        return select.replace(" from " + table, " from " + table + " with (updlock)");
    }

    @Override
    boolean isForeignKey(SQLException failure) {
        return failure.getErrorCode() == CONSTRAINT || super.isForeignKey(failure);
    }
}
