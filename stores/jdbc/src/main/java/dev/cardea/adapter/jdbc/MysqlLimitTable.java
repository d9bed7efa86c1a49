package dev.cardea.adapter.jdbc;

import java.sql.SQLException;
import java.sql.Statement;

/**
 * Needs one statement, whether an attempt passes or not. The row count is the same for an insert and for an unchanged
 * row, so a rejected attempt returns its wait as the last insert id. An attempt that passes leaves that id unset.
 */
final class MysqlLimitTable extends LimitTable {
    MysqlLimitTable(SqlDialect dialect, TableName name) {
        super(dialect, name);
    }

    @Override
    Result takeOne(Sql sql, String name, long each, long whole) throws SQLException {
        String upsert = "insert into " + table + " (" + key + ", " + wholeAt + ") values (?, " + now + " + ?)"
                + " on duplicate key update " + wholeAt + " = if(" + wholeAt + " <= " + now + " + ?, greatest("
                + wholeAt
                + ", " + now + ") + ?, " + wholeAt + " + 0 * last_insert_id(" + wholeAt + " - " + now + " + ?))";
        try (var statement = sql.connection().prepareStatement(upsert, Statement.RETURN_GENERATED_KEYS)) {
            statement.setString(1, name);
            statement.setLong(2, each);
            statement.setLong(3, whole - each);
            statement.setLong(4, each);
            statement.setLong(5, each - whole);
            statement.executeUpdate();
            try (var waits = statement.getGeneratedKeys()) {
                return waits.next() && waits.getLong(1) > 0 ? Result.rejected(waits.getLong(1)) : Result.TAKEN;
            }
        }
    }
}
