package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.RowNotFoundException;
import dev.cardea.adapter.StoreConflictException;
import dev.cardea.adapter.StoreException;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Passkeys. */
final class AuthenticatorTable {
    static final String NAME = "authenticator";

    private final Column credentialID;
    private final Column userId;
    private final Column providerAccountId;
    private final Column publicKey;
    private final Column counter;
    private final Column deviceType;
    private final Column backedUp;
    private final Column transports;
    private final Write insert;
    private final String byId;
    private final String byUser;
    private final Write raiseCounter;
    private final Write setBackedUp;
    private final String deleteById;
    private final String deleteByUser;
    private final Write use;
    private final Table table;
    private final List<Column> columns;
    private final boolean returnsRows;

    AuthenticatorTable(Table table, SqlDialect dialect) throws SQLException {
        returnsRows = dialect.returnsRows();
        this.table = table;
        credentialID = table.column("credentialID");
        userId = table.column("userId");
        providerAccountId = table.column("providerAccountId");
        publicKey = table.column("credentialPublicKey");
        counter = table.column("counter");
        deviceType = table.column("credentialDeviceType");
        backedUp = table.column("credentialBackedUp");
        transports = table.column("transports");
        columns =
                List.of(credentialID, userId, providerAccountId, publicKey, counter, deviceType, backedUp, transports);
        insert = table.insert(columns);
        byId = table.select(columns, credentialID.is());
        byUser = table.select(columns, userId.is());
        raiseCounter = table.update(List.of(counter), credentialID.is() + " and " + counter.sql() + " <= ?");
        use = table.update(List.of(counter, backedUp), credentialID.is() + " and " + counter.sql() + " <= ?");
        setBackedUp = table.update(List.of(backedUp), credentialID.is());
        deleteById = table.delete(credentialID.is());
        deleteByUser = table.delete(userId.is());
    }

    AdapterAuthenticator create(Sql sql, AdapterAuthenticator it) throws SQLException {
        sql.change(
                insert,
                credentialID.whole(it.credentialID()),
                userId.identity(it.userId()),
                providerAccountId.whole(it.providerAccountId()),
                publicKey.identity(it.credentialPublicKey()),
                counter.value(it.counter()),
                deviceType.value(it.credentialDeviceType()),
                backedUp.value(it.credentialBackedUp()),
                transports.value(it.transports()));
        return it;
    }

    Optional<AdapterAuthenticator> byId(Sql sql, String it) throws SQLException {
        return sql.first(byId, AuthenticatorTable::read, credentialID.key(it));
    }

    List<AdapterAuthenticator> byUser(Sql sql, String user) throws SQLException {
        return sql.all(byUser, AuthenticatorTable::read, userId.key(user));
    }

    /** Raises the counter in one conditional update, so that concurrent sign-ins cannot lower it. */
    AdapterAuthenticator raiseCounter(Sql sql, String it, long to) throws SQLException {
        if (returnsRows) {
            var raised = sql.changed(
                    raiseCounter.returning(columns), AuthenticatorTable::read, to, credentialID.key(it), to);
            if (raised.isEmpty()) throw notRaised(sql, it);
            return raised.get();
        }
        if (sql.change(raiseCounter, to, credentialID.key(it), to) == 0) throw notRaised(sql, it);
        return byId(sql, it).orElseThrow(AuthenticatorTable::unknown);
    }

    /** The same, with what the authenticator said of its backup. */
    void use(Sql sql, String it, long to, boolean isBackedUp) throws SQLException {
        if (sql.change(use, to, backedUp.value(isBackedUp), credentialID.key(it), to) == 0) throw notRaised(sql, it);
    }

    private StoreException notRaised(Sql sql, String it) throws SQLException {
        return byId(sql, it).isEmpty()
                ? unknown()
                : new StoreConflictException("the authenticator's stored counter is higher", null);
    }

    static RowNotFoundException unknown() {
        return new RowNotFoundException("there is no such authenticator", null);
    }

    JoinedTable joined() {
        return new JoinedTable(table, columns);
    }

    Column credentialID() {
        return credentialID;
    }

    Column providerAccountId() {
        return providerAccountId;
    }

    void setBackedUp(Sql sql, String it, boolean isBackedUp) throws SQLException {
        sql.change(setBackedUp, backedUp.value(isBackedUp), credentialID.key(it));
    }

    void delete(Sql sql, String it) throws SQLException {
        sql.change(deleteById, credentialID.key(it));
    }

    void deleteByUser(Sql sql, String user) throws SQLException {
        sql.change(deleteByUser, userId.key(user));
    }

    static AdapterAuthenticator read(Row row) throws SQLException {
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
