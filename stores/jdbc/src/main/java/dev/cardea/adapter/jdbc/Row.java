package dev.cardea.adapter.jdbc;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The current row of a result, read by position. */
final class Row {
    private final ResultSet row;
    private final SqlDialect dialect;

    Row(ResultSet row, SqlDialect dialect) {
        this.row = row;
        this.dialect = dialect;
    }

    @Nullable String text(int index) throws SQLException {
        return row.getString(index);
    }

    /** A column that cannot be null. */
    String textOf(int index) throws SQLException {
        return present(row.getString(index), index);
    }

    @Nullable Long number(int index) throws SQLException {
        long number = row.getLong(index);
        return row.wasNull() ? null : number;
    }

    /** A number that cannot be null. */
    long count(int index) throws SQLException {
        return present(number(index), index);
    }

    boolean flag(int index) throws SQLException {
        return row.getBoolean(index);
    }

    @Nullable Instant time(int index, Column column) throws SQLException {
        return dialect.time(row, index, column.type());
    }

    /** A column that cannot be null. */
    Instant timeOf(int index, Column column) throws SQLException {
        return present(time(index, column), index);
    }

    /** A column of the application's own, as a value that claims can hold. */
    @Nullable Object any(int index, Column column) throws SQLException {
        if (column.type().isTime()) return time(index, column);
        if (column.type() == Type.FLAG) {
            boolean flag = row.getBoolean(index);
            return row.wasNull() ? null : flag;
        }
        var value = row.getObject(index);
        if (value == null || value instanceof String || value instanceof Boolean || value instanceof Double)
            return value;
        if (value instanceof BigDecimal decimal)
            return decimal.scale() <= 0 ? (Object) decimal.longValue() : decimal.doubleValue();
        if (value instanceof Float number) return number.doubleValue();
        if (value instanceof Number number) return number.longValue();
        return row.getString(index);
    }

    private static <T> T present(@Nullable T value, int index) throws SQLException {
        if (value == null)
            throw new SQLException("column " + index + " is null, which its table should forbid", "22004");
        return value;
    }
}
