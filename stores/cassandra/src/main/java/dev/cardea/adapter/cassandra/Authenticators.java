package dev.cardea.adapter.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.ForwardingAdapter;
import dev.cardea.adapter.PasskeyChange;
import dev.cardea.adapter.PasskeyRecord;
import dev.cardea.adapter.PasskeySignIn;
import dev.cardea.adapter.RowNotFoundException;
import dev.cardea.adapter.StoreConflictException;
import dev.cardea.model.Account;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Passkeys, and for each user a list of them. */
final class Authenticators implements ForwardingAdapter.Authenticators {
    private static final String INSERT = "insert into cardea_authenticator (credential_id, user_id,"
            + " provider_account_id, public_key, counter, device_type, backed_up, transports)"
            + " values (?, ?, ?, ?, ?, ?, ?, ?) if not exists";
    private static final String SELECT = "select credential_id, user_id, provider_account_id, public_key, counter,"
            + " device_type, backed_up, transports, name, user_handle, created_at, last_used_at"
            + " from cardea_authenticator where credential_id = ?";
    private static final String RAISE =
            "update cardea_authenticator set counter = ? where credential_id = ? if counter <= ?";
    private static final String USE = "update cardea_authenticator set counter = ?, backed_up = ?, last_used_at = ?"
            + " where credential_id = ? if counter <= ?";
    private static final String UPDATE = "update cardea_authenticator"
            + " set name = ?, user_handle = ?, created_at = ?, last_used_at = ?, backed_up = ?"
            + " where credential_id = ? if exists";
    private static final String DELETE = "delete from cardea_authenticator where credential_id = ? if user_id = ?";

    private static final String ENLIST =
            "insert into cardea_authenticator_by_user (user_id, credential_id) values (?, ?) if not exists";
    private static final String LISTED = "select credential_id from cardea_authenticator_by_user where user_id = ?";
    private static final String DELIST =
            "delete from cardea_authenticator_by_user where user_id = ? and credential_id = ? if exists";

    private final Commands commands;
    private final Accounts accounts;
    private final Users users;

    Authenticators(Commands commands, Accounts accounts, Users users) {
        this.commands = commands;
        this.accounts = accounts;
        this.users = users;
    }

    /** List, then row: a passkey that works can be found from its user, and deleted with them. */
    @Override
    public AdapterAuthenticator createAuthenticator(AdapterAuthenticator it) {
        Key.check(it.credentialID(), it.userId());
        commands.decide(ENLIST, it.userId(), it.credentialID());
        var outcome = commands.decide(
                INSERT,
                it.credentialID(),
                it.userId(),
                it.providerAccountId(),
                it.credentialPublicKey(),
                it.counter(),
                it.credentialDeviceType(),
                it.credentialBackedUp(),
                orSame(Optional.ofNullable(it.transports())));
        if (!outcome.isApplied() && !isOurs(it, outcome)) {
            delist(it.userId(), it.credentialID());
            throw new DuplicateKeyException("there is an authenticator already", null);
        }
        return it;
    }

    private static boolean isOurs(AdapterAuthenticator it, Commands.Outcome outcome) {
        return outcome.isAgain() && outcome.found() != null && it.equals(authenticator(outcome.found()));
    }

    @Override
    public Optional<AdapterAuthenticator> getAuthenticator(String credentialID) {
        return row(credentialID).map(Authenticators::authenticator);
    }

    @Override
    public List<AdapterAuthenticator> listAuthenticatorsByUserId(String userId) {
        return rows(userId).stream().map(Authenticators::authenticator).toList();
    }

    @Override
    public AdapterAuthenticator updateAuthenticatorCounter(String credentialID, long counter) {
        if (getAuthenticator(credentialID).isEmpty()) throw unknown();
        var outcome = commands.decide(RAISE, counter, credentialID, counter);
        var raised = getAuthenticator(credentialID).orElseThrow(Authenticators::unknown);
        if (!outcome.isApplied()) throw higher();
        return with(raised, counter);
    }

    /** What a sign-in reports: counter, backup and time, in one decision. */
    @Override
    public void updatePasskeyUse(String credentialID, long counter, boolean backedUp, Instant usedAt) {
        if (!Key.canBe(credentialID)) throw unknown();
        var outcome = commands.decide(USE, counter, backedUp, Expiry.inMillis(usedAt), credentialID, counter);
        if (outcome.isApplied()) return;
        if (getAuthenticator(credentialID).isEmpty()) throw unknown();
        throw higher();
    }

    /** The passkey with its record; then its account; then the user. */
    @Override
    public Optional<PasskeySignIn> getPasskeySignIn(String credentialID, String provider) {
        return row(credentialID).map(row -> {
            var authenticator = authenticator(row);
            var account = accounts.getAccount(authenticator.providerAccountId(), provider);
            var user = account.map(Account::userId).flatMap(users::getUser);
            return new PasskeySignIn(authenticator, record(row), account.orElse(null), user.orElse(null));
        });
    }

    @Override
    public Optional<PasskeyRecord> getPasskey(String credentialID) {
        return row(credentialID).map(Authenticators::record);
    }

    @Override
    public List<PasskeyRecord> listPasskeysByUserId(String userId) {
        return rows(userId).stream()
                .map(Authenticators::record)
                .sorted(PasskeyRecord.OLDEST_FIRST)
                .toList();
    }

    @Override
    public void updatePasskey(PasskeyChange change) {
        if (getAuthenticator(change.credentialID()).isEmpty()) throw unknown();
        if (change.equals(PasskeyChange.of(change.credentialID()))) return;
        var outcome = commands.decide(
                UPDATE,
                orSame(change.name()),
                orSame(change.userHandle()),
                orSame(change.createdAt().map(Expiry::inMillis)),
                orSame(change.lastUsedAt().map(Expiry::inMillis)),
                orSame(change.backedUp()),
                change.credentialID());
        if (!outcome.isApplied()) throw unknown();
    }

    @Override
    public void deleteAuthenticator(String credentialID) {
        getAuthenticator(credentialID).ifPresent(it -> delete(it.userId(), credentialID));
    }

    void deleteByUser(String userId) {
        for (var credentialID : names(userId)) delete(userId, credentialID);
    }

    private void delete(String userId, String credentialID) {
        commands.decide(DELETE, credentialID, userId);
        delist(userId, credentialID);
    }

    /** Who has registered it again meanwhile found it on the list; so it comes back onto it. */
    private void delist(String userId, String credentialID) {
        commands.decide(DELIST, userId, credentialID);
        var row = commands.settled(SELECT, credentialID);
        if (row != null && userId.equals(row.getString("user_id"))) commands.decide(ENLIST, userId, credentialID);
    }

    private Optional<Row> row(String credentialID) {
        return Optional.ofNullable(commands.row(SELECT, credentialID));
    }

    private List<Row> rows(String userId) {
        return names(userId).stream()
                .flatMap(name -> row(name).stream())
                .filter(row -> userId.equals(row.getString("user_id")))
                .toList();
    }

    private List<String> names(String userId) {
        return commands.rows(LISTED, userId).stream()
                .map(row -> text(row, "credential_id"))
                .toList();
    }

    private static AdapterAuthenticator authenticator(Row row) {
        return new AdapterAuthenticator(
                text(row, "credential_id"),
                text(row, "user_id"),
                text(row, "provider_account_id"),
                text(row, "public_key"),
                row.getLong("counter"),
                text(row, "device_type"),
                row.getBoolean("backed_up"),
                row.getString("transports"));
    }

    private static AdapterAuthenticator with(AdapterAuthenticator it, long counter) {
        return new AdapterAuthenticator(
                it.credentialID(),
                it.userId(),
                it.providerAccountId(),
                it.credentialPublicKey(),
                counter,
                it.credentialDeviceType(),
                it.credentialBackedUp(),
                it.transports());
    }

    private static PasskeyRecord record(Row row) {
        return new PasskeyRecord(
                text(row, "credential_id"),
                row.getString("name"),
                row.getString("user_handle"),
                row.getInstant("created_at"),
                row.getInstant("last_used_at"));
    }

    private static Object orSame(Optional<?> value) {
        return value.isPresent() ? value.get() : Commands.SAME;
    }

    private static String text(Row row, String column) {
        var text = row.getString(column);
        if (text == null) throw new IllegalStateException("an authenticator needs the column " + column);
        return text;
    }

    private static StoreConflictException higher() {
        return new StoreConflictException("the authenticator's stored counter is higher", null);
    }

    private static RowNotFoundException unknown() {
        return new RowNotFoundException("there is no such authenticator", null);
    }
}
