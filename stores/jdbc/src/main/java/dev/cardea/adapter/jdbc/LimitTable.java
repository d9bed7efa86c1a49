package dev.cardea.adapter.jdbc;

import dev.cardea.limit.Take;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The table in which rate limits are counted: for each key the moment at which its burst is whole again, in milliseconds
 * by the clock of the database. This class works on each database, with one statement for a try that passes; subclasses
 * ask their database for more in one statement.
 */
class LimitTable {
    static final String NAME = "cardea_limit";
    static final String MIGRATION = "limits";

    /** What became of one try. */
    enum Outcome {
        TAKEN,
        REJECTED,
        /** Another transaction made or removed the row meanwhile; the try has to be made again. */
        AGAIN
    }

    /**
     * What became of one try.
     *
     * @param waitMillis of a rejected one; longer than the time between two tries where the row is from another limit, or
     *     from a clock that was set back
     */
    record Result(Outcome outcome, long waitMillis) {
        static final Result TAKEN = new Result(Outcome.TAKEN, 0);
        static final Result AGAIN = new Result(Outcome.AGAIN, 0);

        /** @param raw by how much a try comes too early; not positive where it would pass by now */
        static Result rejected(long raw) {
            return raw > 0 ? new Result(Outcome.REJECTED, raw) : AGAIN;
        }
    }

    final SqlDialect dialect;
    final String table;
    final String key;
    final String wholeAt;
    final String now;

    /** @param name of the table, with its schema if it has one */
    LimitTable(SqlDialect dialect, TableName name) {
        this.dialect = dialect;
        table = dialect.quote(name);
        key = dialect.quote("key");
        wholeAt = dialect.quote("whole_at");
        now = dialect.nowMillis();
    }

    /** Makes each try; those before a rejected one stay taken. */
    List<Result> take(Sql sql, List<Take> takes) throws SQLException {
        var results = new ArrayList<Result>();
        for (var take : takes) {
            results.add(
                    takeOne(sql, take.key(), each(take), take.limit().whole().toMillis()));
        }
        return results;
    }

    Result takeOne(Sql sql, String name, long each, long whole) throws SQLException {
        String update = "update " + table + " set " + wholeAt + " = case when " + wholeAt + " > " + now + " then "
                + wholeAt + " else " + now + " end + ? where " + key + " = ? and " + wholeAt + " <= " + now + " + ?";
        if (sql.change(update, each, name, whole - each) == 1) return Result.TAKEN;
        var raw = rawWait(sql, name, each, whole);
        return raw.isPresent() ? Result.rejected(raw.get()) : insert(sql, name, each);
    }

    final Optional<Long> rawWait(Sql sql, String name, long each, long whole) throws SQLException {
        String select = "select " + wholeAt + " - " + now + " from " + table + " where " + key + " = ?";
        return sql.first(select, row -> row.count(1), name).map(left -> left + each - whole);
    }

    private Result insert(Sql sql, String name, long each) throws SQLException {
        String insert = dialect.insertUnlessTaken(
                "insert into " + table + " (" + key + ", " + wholeAt + ") values (?, " + now + " + ?)");
        try {
            return sql.change(insert, name, each) == 1 ? Result.TAKEN : Result.AGAIN;
        } catch (SQLException e) {
            if (dialect.kindOf(e) == JdbcException.Kind.DUPLICATE) return Result.AGAIN;
            throw e;
        }
    }

    /** Limits the wait to one whole burst, where a row's time is further in the future. */
    void shorten(Sql sql, Take take) throws SQLException {
        long whole = take.limit().whole().toMillis();
        sql.change(
                "update " + table + " set " + wholeAt + " = " + now + " + ? where " + key + " = ? and " + wholeAt
                        + " > " + now + " + ?",
                whole,
                take.key(),
                whole);
    }

    /** A row that would then be whole is left: the next try sees no difference. */
    void refund(Sql sql, String name, long each) throws SQLException {
        sql.change("update " + table + " set " + wholeAt + " = " + wholeAt + " - ? where " + key + " = ?", each, name);
    }

    static long each(Take take) {
        return take.limit().each().toMillis();
    }
}
