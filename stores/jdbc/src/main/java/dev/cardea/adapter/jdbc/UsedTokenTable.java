package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.jdbc.JdbcException.Kind;
import dev.cardea.jose.Hashes;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** Remembers used single-use tokens, in a table that Auth.js does not have. */
final class UsedTokenTable {
    static final String NAME = "cardea_spent_token";
    static final String MIGRATION = "002-spent-tokens";

    private static final int MAX_KEY_LENGTH = 200;
    private static final String HASHED = "sha256:";

    private final SqlDialect dialect;
    private final Column key;
    private final Column expires;
    private final Write insert;
    private final ExpiredRows expired;

    UsedTokenTable(SqlDialect dialect, Table table) throws SQLException {
        this.dialect = dialect;
        key = table.column("key");
        expires = table.column("expires").ofTimes();
        var plain = table.insert(List.of(key, expires));
        insert = new Write(dialect.insertUnlessTaken(plain.sql()), plain.filled());
        expired = new ExpiredRows(dialect, table, expires);
    }

    boolean markUsed(Sql sql, String token, Instant until) throws SQLException {
        try {
            return sql.change(insert, key.identity(shorten(token)), expires.identity(until)) == 1;
        } catch (SQLException e) {
            if (dialect.kindOf(e) == Kind.DUPLICATE) return false;
            throw e;
        }
    }

    ExpiredRows expired() {
        return expired;
    }

    /** Keys are what others chose; what is too long for an index, or no text for a database, is hashed. */
    private static String shorten(String key) {
        if (key.length() <= MAX_KEY_LENGTH && Text.isStorable(key) && !key.startsWith(HASHED)) return key;
        // Char by char, for every encoding has one sign for all halves of characters.
        var bytes = ByteBuffer.allocate(2 * key.length());
        bytes.asCharBuffer().put(key);
        return HASHED + Hashes.sha256Hex(bytes.array());
    }
}
