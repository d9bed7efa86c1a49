package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.AdapterAuthenticator;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Passkeys. */
final class AuthenticatorTable {
    private static final String AUTHENTICATOR = "authenticator";
    private static final List<String> COLUMNS = List.of(
            "credentialID",
            "userId",
            "providerAccountId",
            "credentialPublicKey",
            "counter",
            "credentialDeviceType",
            "credentialBackedUp",
            "transports");

    private final String insert;
    private final String byId;
    private final String byUser;
    private final String raiseCounter;
    private final String deleteByUser;

    AuthenticatorTable(Names names) {
        insert = names.insert(AUTHENTICATOR, COLUMNS);
        byId = names.select(AUTHENTICATOR, COLUMNS, names.is("credentialID"));
        byUser = names.select(AUTHENTICATOR, COLUMNS, names.is("userId"));
        raiseCounter = names.update(
                AUTHENTICATOR,
                List.of("counter"),
                names.is("credentialID") + " and " + names.column("counter") + " <= ?");
        deleteByUser = names.delete(AUTHENTICATOR, names.is("userId"));
    }

    AdapterAuthenticator create(Sql sql, AdapterAuthenticator it) throws SQLException {
        sql.change(
                insert,
                it.credentialID(),
                it.userId(),
                it.providerAccountId(),
                it.credentialPublicKey(),
                it.counter(),
                it.credentialDeviceType(),
                it.credentialBackedUp(),
                it.transports());
        return it;
    }

    Optional<AdapterAuthenticator> byId(Sql sql, String credentialID) throws SQLException {
        return sql.first(byId, AuthenticatorTable::read, credentialID);
    }

    List<AdapterAuthenticator> byUser(Sql sql, String userId) throws SQLException {
        return sql.all(byUser, AuthenticatorTable::read, userId);
    }

    /** The condition stands in the update itself, so two answers at once cannot take the counter back. */
    AdapterAuthenticator raiseCounter(Sql sql, String credentialID, long counter) throws SQLException {
        if (sql.change(raiseCounter, counter, credentialID, counter) == 0) {
            throw new IllegalStateException("there is no such authenticator, or its stored counter is higher");
        }
        return byId(sql, credentialID).orElseThrow();
    }

    void deleteByUser(Sql sql, String userId) throws SQLException {
        sql.change(deleteByUser, userId);
    }

    private static AdapterAuthenticator read(Row row) throws SQLException {
        return new AdapterAuthenticator(
                row.textOf(1),
                row.textOf(2),
                row.textOf(3),
                row.textOf(4),
                Objects.requireNonNullElse(row.number(5), 0L),
                row.textOf(6),
                row.flag(7),
                row.text(8));
    }
}
