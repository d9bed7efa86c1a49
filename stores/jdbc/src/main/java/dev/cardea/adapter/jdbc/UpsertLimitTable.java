package dev.cardea.adapter.jdbc;

import java.sql.SQLException;

/** Where an insert can become a conditional update whose row count says whether it happened. */
final class UpsertLimitTable extends LimitTable {
    UpsertLimitTable(SqlDialect dialect, TableName name) {
        super(dialect, name);
    }

    @Override
    Result takeOne(Sql sql, String name, long each, long whole) throws SQLException {
        String upsert = "insert into " + table + " (" + key + ", " + wholeAt + ") values (?, " + now + " + ?)"
                + " on conflict (" + key + ") do update set " + wholeAt + " = max(" + wholeAt + ", " + now + ") + ?"
                + " where " + wholeAt + " <= " + now + " + ?";
        if (sql.change(upsert, name, each, each, whole - each) == 1) return Result.TAKEN;
        return rawWait(sql, name, each, whole).map(Result::rejected).orElse(Result.AGAIN);
    }
}
