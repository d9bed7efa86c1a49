package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.ForwardingAdapter;
import dev.cardea.adapter.PasskeyChange;
import dev.cardea.adapter.PasskeyRecord;
import dev.cardea.adapter.PasskeySignIn;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Passkeys with their records, each call on a connection. */
final class Authenticators implements ForwardingAdapter.Authenticators {
    private final Connections connections;

    Authenticators(Connections connections) {
        this.connections = connections;
    }

    @Override
    public AdapterAuthenticator createAuthenticator(AdapterAuthenticator authenticator) {
        return connections.each(
                "createAuthenticator", (tables, sql) -> tables.authenticators().create(sql, authenticator));
    }

    @Override
    public Optional<AdapterAuthenticator> getAuthenticator(String credentialID) {
        return connections.each(
                "getAuthenticator", (tables, sql) -> tables.authenticators().byId(sql, credentialID));
    }

    @Override
    public List<AdapterAuthenticator> listAuthenticatorsByUserId(String userId) {
        return connections.each(
                "listAuthenticatorsByUserId",
                (tables, sql) -> tables.authenticators().byUser(sql, userId));
    }

    @Override
    public AdapterAuthenticator updateAuthenticatorCounter(String credentialID, long newCounter) {
        return connections.each(
                "updateAuthenticatorCounter",
                (tables, sql) -> tables.authenticators().raiseCounter(sql, credentialID, newCounter));
    }

    /** Needs the table {@code cardea_passkey}, which is ours alone; so do the other calls about records. */
    @Override
    public Optional<PasskeyRecord> getPasskey(String credentialID) {
        return connections.each(
                "getPasskey",
                (tables, sql) -> tables.authenticators().byId(sql, credentialID).isEmpty()
                        ? Optional.empty()
                        : Optional.of(record(tables, sql, credentialID)));
    }

    @Override
    public List<PasskeyRecord> listPasskeysByUserId(String userId) {
        return connections.each("listPasskeysByUserId", (tables, sql) -> {
            var records = new ArrayList<PasskeyRecord>();
            for (var it : tables.authenticators().byUser(sql, userId)) {
                records.add(record(tables, sql, it.credentialID()));
            }
            records.sort(PasskeyRecord.OLDEST_FIRST);
            return List.copyOf(records);
        });
    }

    private static PasskeyRecord record(Tables tables, Sql sql, String credentialID) throws SQLException {
        return tables.passkeys().byId(sql, credentialID).orElseGet(() -> PasskeyRecord.of(credentialID));
    }

    @Override
    public void updatePasskey(PasskeyChange change) {
        connections.together("updatePasskey", (tables, sql) -> {
            var id = change.credentialID();
            if (tables.authenticators().byId(sql, id).isEmpty()) {
                throw AuthenticatorTable.unknown();
            }
            if (change.backedUp().isPresent()) {
                tables.authenticators().setBackedUp(sql, id, change.backedUp().get());
            }
            tables.passkeys().change(sql, change);
            return true;
        });
    }

    @Override
    public Optional<PasskeySignIn> getPasskeySignIn(String credentialID, String provider) {
        return connections.each(
                "getPasskeySignIn", (tables, sql) -> tables.passkeyJoin().find(sql, credentialID, provider));
    }

    @Override
    public void updatePasskeyUse(String credentialID, long newCounter, boolean backedUp, Instant usedAt) {
        connections.each("updatePasskeyUse", (tables, sql) -> {
            tables.authenticators().use(sql, credentialID, newCounter, backedUp);
            tables.passkeys().change(sql, PasskeyChange.of(credentialID).used(usedAt, backedUp));
            return true;
        });
    }

    @Override
    public void deleteAuthenticator(String credentialID) {
        connections.together("deleteAuthenticator", (tables, sql) -> {
            tables.passkeys().delete(sql, credentialID);
            tables.authenticators().delete(sql, credentialID);
            return true;
        });
    }
}
