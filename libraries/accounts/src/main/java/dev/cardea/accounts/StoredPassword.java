package dev.cardea.accounts;

import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.Store;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.token.Randomness;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * The password of a user, as it is stored. A user without one has no record.
 *
 * @param changed when the user set it; a better hash of the same password keeps this
 */
record StoredPassword(String hash, String changed, ModuleRecord record) {
    static final String KIND = "password";

    static Optional<StoredPassword> of(Store store, String userId) {
        return store.getRecord(KIND, userId).map(StoredPassword::read);
    }

    private static StoredPassword read(ModuleRecord record) {
        var data = Json.parseObject(record.data(), Json.TRUSTED_DEPTH);
        return new StoredPassword(
                Objects.requireNonNull(data.text("hash")), Objects.requireNonNull(data.text("changed")), record);
    }

    /** Makes the first record of a user. */
    static ModuleRecord first(String userId, String hash, Instant now, Randomness randomness) {
        return ModuleRecord.of(KIND, userId, userId, data(hash, now.toString()), null, randomness);
    }

    /** Returns the record with another password. */
    ModuleRecord changed(String newHash, Instant now) {
        return record.with(data(newHash, now.toString()), null);
    }

    /** Returns the record with a better hash of the same password. */
    ModuleRecord rehashed(String better) {
        return record.with(data(better, changed), null);
    }

    private static String data(String hash, String changed) {
        return Claims.of("hash", hash).with("changed", changed).toJson();
    }

    /** Without the hash. */
    @Override
    public String toString() {
        return "StoredPassword";
    }
}
