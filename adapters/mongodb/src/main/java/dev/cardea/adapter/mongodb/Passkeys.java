package dev.cardea.adapter.mongodb;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.lte;

import dev.cardea.adapter.AdapterAuthenticator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bson.Document;
import org.bson.conversions.Bson;

/** Passkeys, for which Auth.js has no collection: the fields are those of its other adapters. */
final class Passkeys {
    private final Rows rows;

    Passkeys(Rows rows) {
        this.rows = rows;
    }

    AdapterAuthenticator create(AdapterAuthenticator it) {
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
        } catch (Rows.Taken e) {
            throw new IllegalStateException("there is an authenticator already");
        }
        return it;
    }

    Optional<AdapterAuthenticator> byId(String credentialID) {
        return rows.first(isNamed(credentialID)).map(Passkeys::authenticator);
    }

    List<AdapterAuthenticator> byUser(String userId) {
        return rows.all(isOf(userId)).stream().map(Passkeys::authenticator).toList();
    }

    AdapterAuthenticator raiseCounter(String credentialID, long counter) {
        return rows.change(
                        and(isNamed(credentialID), lte("counter", counter)),
                        new Document("$set", new Document("counter", counter)))
                .map(Passkeys::authenticator)
                .orElseThrow(() -> new IllegalStateException(
                        byId(credentialID).isPresent()
                                ? "the authenticator's stored counter is higher"
                                : "there is no such authenticator"));
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
