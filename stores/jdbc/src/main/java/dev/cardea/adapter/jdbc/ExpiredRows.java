package dev.cardea.adapter.jdbc;

import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Removes expired rows, some at a time: no caller waits long for a lock, and no statement for its time limit. */
final class ExpiredRows {
    static final int SLICE = 1_000;

    private final Column expires;
    private final String last;
    private final String lastSince;
    private final String delete;
    private final String deleteSince;

    /**
     * What one slice did.
     *
     * @param removed how many rows; none: it is done
     * @param until where the next slice begins
     */
    record Slice(int removed, Instant until) {
        static final Slice NONE = new Slice(0, Instant.MAX);
    }

    ExpiredRows(SqlDialect dialect, Table table, Column expires) {
        this.expires = expires;
        String isExpired = expires.sql() + " < ?" + expires.type().readable(expires.sql());
        String isSince = isExpired + " and " + expires.sql() + " >= ?";
        String select = "select " + expires.sql() + " from " + table.sql() + " where ";
        String nth = " order by " + expires.sql() + dialect.rows(SLICE - 1, 1);
        last = select + isExpired + nth;
        lastSince = select + isSince + nth;
        delete = table.delete(isExpired);
        deleteSince = table.delete(isSince);
    }

    /**
     * @param since the end of the slice before; a database that keeps removed rows in its index for a while would go
     *     through all of them again
     */
    Slice some(Sql sql, Instant before, @Nullable Instant since) throws SQLException {
        var limit = expires.value(before);
        // Rows of the same millisecond go together.
        Sql.Reader<Instant> reader = row -> row.timeOf(1, expires).plusMillis(1);
        var found = since == null
                ? sql.first(last, reader, limit)
                : sql.first(lastSince, reader, limit, expires.value(since));
        var until = found.filter(before::isAfter).orElse(before);
        int removed = since == null
                ? sql.change(delete, expires.value(until))
                : sql.change(deleteSince, expires.value(until), expires.value(since));
        return new Slice(removed, until);
    }
}
