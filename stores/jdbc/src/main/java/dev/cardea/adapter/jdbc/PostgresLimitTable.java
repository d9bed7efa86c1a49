package dev.cardea.adapter.jdbc;

import dev.cardea.limit.Take;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** All tries of a request, or none, in one statement: it locks the rows that are there in the order of their keys. */
final class PostgresLimitTable extends LimitTable {
    PostgresLimitTable(SqlDialect dialect, TableName name) {
        super(dialect, name);
    }

    @Override
    List<Result> take(Sql sql, List<Take> takes) throws SQLException {
        var values = new ArrayList<Object>();
        for (int i = 0; i < takes.size(); i++) {
            var take = takes.get(i);
            values.add(i);
            values.add(take.key());
            values.add(each(take));
            values.add(take.limit().whole().toMillis());
        }
        for (var take : takes) values.add(take.key());
        return sql.all(statement(takes.size()), row -> result(row.count(1), row.flag(2)), values.toArray());
    }

    private static Result result(long wait, boolean isTaken) {
        if (wait > 0) return Result.rejected(wait);
        return isTaken ? Result.TAKEN : Result.AGAIN;
    }

    /** A row that another transaction inserts meanwhile is not touched: its limit was not looked at. */
    private String statement(int size) {
        String asked = String.join(
                ", ",
                Collections.nCopies(
                        size, "(cast(? as integer), cast(? as text), cast(? as bigint), cast(? as bigint))"));
        String keys = String.join(", ", Collections.nCopies(size, "?"));
        return """
                with asked (n, name, each, whole) as (values %s),
                clock (ms) as (select %s),
                held as (select %s as name, %s as whole_at from %s where %s in (%s) order by %s for update),
                due as (
                  select a.n, a.name, coalesce(h.whole_at, c.ms) + a.each - c.ms - a.whole as wait,
                    greatest(coalesce(h.whole_at, c.ms), c.ms) + a.each as next
                  from asked a cross join clock c left join held h on h.name = a.name),
                taken as (
                  insert into %s (%s, %s)
                  select name, next from due where not exists (select 1 from due r where r.wait > 0) order by name
                  on conflict (%s) do update set %s = excluded.%s
                    where exists (select 1 from held h where h.name = excluded.%s)
                  returning %s as name)
                select d.wait, t.name is not null from due d left join taken t on t.name = d.name order by d.n""".formatted(
                asked, now, key, wholeAt, table, key, keys, key, table, key, wholeAt, key, wholeAt, wholeAt, key, key);
    }
}
