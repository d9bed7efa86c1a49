package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.VerificationToken;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows behind e-mail links. */
final class TokenTable {
    private static final String TOKEN = "verificationToken";
    private static final List<String> COLUMNS = List.of("identifier", "token", "expires");

    private final String insert;
    private final String byBoth;
    private final String byToken;
    private final String delete;
    private final String deleteExpired;

    TokenTable(Names names) {
        String isBoth = names.is("identifier") + " and " + names.is("token");
        insert = names.insert(TOKEN, COLUMNS);
        byBoth = names.select(TOKEN, COLUMNS, isBoth);
        byToken = names.select(TOKEN, COLUMNS, names.is("token"));
        delete = names.delete(TOKEN, isBoth);
        deleteExpired = names.delete(TOKEN, names.column("expires") + " < ?");
    }

    VerificationToken create(Sql sql, VerificationToken token) throws SQLException {
        var expires = Dialect.inMillis(token.expires());
        sql.change(insert, token.identifier(), token.token(), expires);
        return new VerificationToken(token.identifier(), token.token(), expires);
    }

    /** Whoever's delete hits the row has it: no lock is held, and of any number of callers one wins. */
    Optional<VerificationToken> use(Sql sql, @Nullable String identifier, String token) throws SQLException {
        var found = identifier == null
                ? sql.all(byToken, TokenTable::read, token)
                : sql.all(byBoth, TokenTable::read, identifier, token);
        if (found.size() != 1) return Optional.empty();
        var row = found.get(0);
        return sql.change(delete, row.identifier(), row.token()) == 1 ? Optional.of(row) : Optional.empty();
    }

    int deleteExpired(Sql sql, Instant before) throws SQLException {
        return sql.change(deleteExpired, before);
    }

    private static VerificationToken read(Row row) throws SQLException {
        return new VerificationToken(row.textOf(1), row.textOf(2), row.timeOf(3));
    }
}
