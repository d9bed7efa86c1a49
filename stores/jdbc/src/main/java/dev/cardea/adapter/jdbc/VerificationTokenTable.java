package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.VerificationToken;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows behind email links. */
final class VerificationTokenTable {
    static final String NAME = "verificationToken";

    private final Column identifier;
    private final Column token;
    private final Column expires;
    private final Write insert;
    private final String byBoth;
    private final String byToken;
    private final String delete;
    private final ExpiredRows expired;
    private final List<Column> columns;
    private final boolean returnsRows;

    VerificationTokenTable(Table table, SqlDialect dialect) throws SQLException {
        identifier = table.column("identifier");
        token = table.column("token");
        expires = table.column("expires").ofTimes();
        columns = List.of(identifier, token, expires);
        returnsRows = dialect.returnsRows();
        insert = table.insert(columns);
        byBoth = table.select(columns, Table.are(identifier, token));
        byToken = table.select(columns, token.is());
        delete = table.delete(Table.are(identifier, token));
        expired = new ExpiredRows(dialect, table, expires);
    }

    VerificationToken create(Sql sql, VerificationToken it) throws SQLException {
        sql.change(
                insert,
                identifier.identity(it.identifier()),
                token.identity(it.token()),
                expires.identity(it.expires()));
        return new VerificationToken(it.identifier(), it.token(), Type.inMillis(it.expires()));
    }

    /** Deletes the row and returns it. Only one of several concurrent callers deletes it, without a lock. */
    Optional<VerificationToken> use(Sql sql, @Nullable String address, String hash) throws SQLException {
        if (returnsRows && address != null) {
            var write = new Write(delete, List.of()).returning(columns);
            return sql.changed(write, this::read, identifier.key(address), token.key(hash));
        }
        var found = address == null
                ? sql.all(byToken, this::read, token.key(hash))
                : sql.all(byBoth, this::read, identifier.key(address), token.key(hash));
        if (found.size() != 1) return Optional.empty();
        var row = found.get(0);
        int deleted = sql.change(delete, identifier.key(row.identifier()), token.key(row.token()));
        return deleted == 1 ? Optional.of(row) : Optional.empty();
    }

    ExpiredRows expired() {
        return expired;
    }

    private VerificationToken read(Row row) throws SQLException {
        return new VerificationToken(row.textOf(1), row.textOf(2), row.timeOf(3, expires));
    }
}
