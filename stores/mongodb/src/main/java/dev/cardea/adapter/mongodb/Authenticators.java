package dev.cardea.adapter.mongodb;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.lte;

import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.ForwardingAdapter;
import dev.cardea.adapter.PasskeyChange;
import dev.cardea.adapter.PasskeyRecord;
import dev.cardea.adapter.PasskeySignIn;
import dev.cardea.adapter.RowNotFoundException;
import dev.cardea.adapter.StoreConflictException;
import dev.cardea.adapter.StoreException;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Passkeys, for which Auth.js has no collection: the fields are those of its other adapters. */
final class Authenticators implements ForwardingAdapter.Authenticators {
    /** What is known beyond those fields. */
    private static final String OWN = "cardea";

    private final Rows rows;
    private final Accounts accounts;

    Authenticators(Rows rows, Accounts accounts) {
        this.rows = rows;
        this.accounts = accounts;
    }

    @Override
    public AdapterAuthenticator createAuthenticator(AdapterAuthenticator it) {
        var row = new Document("credentialID", it.credentialID())
                .append(Documents.USER_ID, Documents.userId(it.userId()))
                .append("providerAccountId", it.providerAccountId())
                .append("credentialPublicKey", it.credentialPublicKey())
                .append("counter", it.counter())
                .append("credentialDeviceType", it.credentialDeviceType())
                .append("credentialBackedUp", it.credentialBackedUp())
                .append("transports", it.transports());
        try {
            rows.insert(row);
        } catch (Rows.TakenKeyException e) {
            throw new DuplicateKeyException("there is an authenticator already", null);
        }
        return it;
    }

    @Override
    public Optional<AdapterAuthenticator> getAuthenticator(String credentialID) {
        return rows.first(isNamed(credentialID)).map(Authenticators::authenticator);
    }

    @Override
    public List<AdapterAuthenticator> listAuthenticatorsByUserId(String userId) {
        return rows.all(isOf(userId)).stream()
                .map(Authenticators::authenticator)
                .toList();
    }

    @Override
    public AdapterAuthenticator updateAuthenticatorCounter(String credentialID, long counter) {
        return rows.change(
                        and(isNamed(credentialID), lte("counter", counter)),
                        new Document("$set", new Document("counter", counter)))
                .map(Authenticators::authenticator)
                .orElseThrow(() -> notRaised(credentialID));
    }

    /** What a sign-in reports: counter, backup and time, in one change. */
    @Override
    public void updatePasskeyUse(String credentialID, long counter, boolean backedUp, Instant usedAt) {
        var used = rows.change(
                and(isNamed(credentialID), lte("counter", counter)),
                new Document(
                        "$set",
                        new Document("counter", counter)
                                .append("credentialBackedUp", backedUp)
                                .append(OWN + ".lastUsedAt", Documents.date(usedAt))));
        if (used.isEmpty()) throw notRaised(credentialID);
    }

    private StoreException notRaised(String credentialID) {
        return getAuthenticator(credentialID).isPresent()
                ? new StoreConflictException("the authenticator's stored counter is higher", null)
                : new RowNotFoundException("there is no such authenticator", null);
    }

    /** The passkey with its record, then its account with the user. */
    @Override
    public Optional<PasskeySignIn> getPasskeySignIn(String credentialID, String provider) {
        return rows.first(isNamed(credentialID)).map(row -> {
            var authenticator = authenticator(row);
            var owned = accounts.withUser(provider, authenticator.providerAccountId());
            return new PasskeySignIn(
                    authenticator,
                    record(row),
                    owned.map(Accounts.OwnedAccount::account).orElse(null),
                    owned.map(Accounts.OwnedAccount::user).orElse(null));
        });
    }

    @Override
    public Optional<PasskeyRecord> getPasskey(String credentialID) {
        return rows.first(isNamed(credentialID)).map(Authenticators::record);
    }

    @Override
    public List<PasskeyRecord> listPasskeysByUserId(String userId) {
        return rows.all(isOf(userId)).stream()
                .map(Authenticators::record)
                .sorted(PasskeyRecord.OLDEST_FIRST)
                .toList();
    }

    @Override
    public void updatePasskey(PasskeyChange change) {
        var fields = new Document();
        change.name().ifPresent(it -> fields.append(OWN + ".name", it));
        change.userHandle().ifPresent(it -> fields.append(OWN + ".userHandle", it));
        change.createdAt().ifPresent(it -> fields.append(OWN + ".createdAt", Documents.date(it)));
        change.lastUsedAt().ifPresent(it -> fields.append(OWN + ".lastUsedAt", Documents.date(it)));
        change.backedUp().ifPresent(it -> fields.append("credentialBackedUp", it));
        var found = fields.isEmpty()
                ? rows.first(isNamed(change.credentialID()))
                : rows.change(isNamed(change.credentialID()), new Document("$set", fields));
        if (found.isEmpty()) throw new RowNotFoundException("there is no such authenticator", null);
    }

    @Override
    public void deleteAuthenticator(String credentialID) {
        rows.removeAll(isNamed(credentialID));
    }

    private static PasskeyRecord record(Document row) {
        var own = row.get(OWN) instanceof Document known ? known : new Document();
        return new PasskeyRecord(
                required(row, "credentialID"),
                own.getString("name"),
                own.getString("userHandle"),
                time(own.getDate("createdAt")),
                time(own.getDate("lastUsedAt")));
    }

    private static @Nullable Instant time(@Nullable Date date) {
        return date == null ? null : Instant.ofEpochMilli(date.getTime());
    }

    void deleteByUser(String userId) {
        rows.removeAll(isOf(userId));
    }

    private static Bson isNamed(String credentialID) {
        return eq("credentialID", credentialID);
    }

    private static Bson isOf(String userId) {
        return eq(Documents.USER_ID, Documents.userId(userId));
    }

    private static AdapterAuthenticator authenticator(Document row) {
        return new AdapterAuthenticator(
                required(row, "credentialID"),
                Documents.text(row.get(Documents.USER_ID)),
                required(row, "providerAccountId"),
                required(row, "credentialPublicKey"),
                row.get("counter") instanceof Number counter ? counter.longValue() : 0,
                required(row, "credentialDeviceType"),
                Boolean.TRUE.equals(row.getBoolean("credentialBackedUp")),
                row.getString("transports"));
    }

    private static String required(Document row, String field) {
        return Objects.requireNonNull(row.getString(field), () -> "an authenticator needs the field " + field);
    }
}
