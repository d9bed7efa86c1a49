package dev.cardea.accounts;

import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.Store;
import dev.cardea.error.ErrorType;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.module.ModuleError;
import dev.cardea.token.Randomness;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a user from signing in. Immutable.
 *
 * @param reason as an administrator wrote it; the user doesn't see it
 * @param until when it ends; {@code null}: when it is taken back
 */
public record Block(String reason, Instant since, @Nullable Instant until) {
    static final String KIND = "block";

    private static final ModuleError BLOCKED =
            new ModuleError(ErrorType.ACCESS_DENIED, "AccountBlocked", "an administrator has blocked the user");

    static Optional<Block> of(Store store, String userId) {
        return store.getRecord(KIND, userId).map(Block::read);
    }

    static Block read(ModuleRecord record) {
        var data = Json.parseObject(record.data(), Json.TRUSTED_DEPTH);
        return new Block(
                Objects.requireNonNull(data.text("reason")),
                Instant.parse(Objects.requireNonNull(data.text("since"))),
                record.expires());
    }

    /** @throws dev.cardea.error.AuthException if the user is blocked */
    static void requireNone(Store unit, String userId) {
        if (unit.getRecord(KIND, userId).isPresent()) throw BLOCKED.exception();
    }

    /** Stores this block in place of an earlier one. */
    void store(Store unit, String userId, Randomness randomness) {
        var data = Claims.of("reason", reason).with("since", since.toString()).toJson();
        RecordWriter.put(unit, ModuleRecord.of(KIND, userId, userId, data, until, randomness));
    }
}
