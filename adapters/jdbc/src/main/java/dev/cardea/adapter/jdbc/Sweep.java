package dev.cardea.adapter.jdbc;

import java.sql.SQLException;
import java.time.Instant;

/** Removes rows that ran out, some at a time: nobody waits long for a lock, and no statement for its time limit. */
final class Sweep {
    static final int SLICE = 1_000;

    private final Column expires;
    private final String last;
    private final String delete;

    Sweep(Dialect dialect, Table table, Column expires) {
        this.expires = expires;
        String ranOut = expires.sql() + " < ?" + expires.type().readable(expires.sql());
        last = "select " + expires.sql() + " from " + table.sql() + " where " + ranOut + " order by " + expires.sql()
                + dialect.onlyRow(SLICE);
        delete = table.delete(ranOut);
    }

    /** Returns how many went; none: it is done. */
    int some(Sql sql, Instant before) throws SQLException {
        // Rows of the same millisecond go together.
        var until = sql.first(last, row -> row.timeOf(1, expires).plusMillis(1), expires.value(before));
        return sql.change(delete, expires.value(until.filter(before::isAfter).orElse(before)));
    }
}
