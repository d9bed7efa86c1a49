package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.jdbc.JdbcException.Kind;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** What was used up: a table of our own, which Auth.js does not have. */
final class SpentTable {
    private static final String SPENT = "cardea_spent_token";

    private final Dialect dialect;
    private final String insert;
    private final String deleteExpired;

    SpentTable(Names names) {
        dialect = names.dialect();
        insert = names.insert(SPENT, List.of("key", "expires"));
        deleteExpired = names.delete(SPENT, names.column("expires") + " < ?");
    }

    boolean spend(Sql sql, String key, Instant expires) throws SQLException {
        try {
            return sql.change(insert, key, expires) == 1;
        } catch (SQLException e) {
            if (dialect.kindOf(e) == Kind.DUPLICATE) return false;
            throw e;
        }
    }

    int deleteExpired(Sql sql, Instant before) throws SQLException {
        return sql.change(deleteExpired, before);
    }
}
