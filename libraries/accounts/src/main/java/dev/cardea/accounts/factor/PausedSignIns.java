package dev.cardea.accounts.factor;

import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.Store;
import dev.cardea.jose.Hashes;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.token.Randomness;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Sign-ins that wait for the second proof. One ends after ten minutes or ten tries, and goes on once. The browser has its name,
 * and the store the hash of that. Safe for concurrent use.
 */
public record PausedSignIns(Clock clock, Randomness randomness) {
    public static final String KIND = "paused";

    private static final Duration LIFE = Duration.ofMinutes(10);
    private static final int TRIES = 10;
    private static final Claim<Long> COUNT = Claim.number("tries");

    /**
     * One that waits.
     *
     * @param sealed the sign-in, encrypted
     * @param details what is to be known of it before it goes on
     */
    public record PausedSignIn(String userId, String sealed, Claims details, long tries, ModuleRecord record) {
        private static PausedSignIn read(ModuleRecord record) {
            var data = Json.parseObject(record.data(), Json.TRUSTED_DEPTH);
            return new PausedSignIn(
                    Objects.requireNonNull(data.text("user")),
                    Objects.requireNonNull(data.text("sealed")),
                    data.get(Claim.object("details")).orElse(Claims.NONE),
                    data.get(COUNT).orElse((long) TRIES),
                    record);
        }

        private ModuleRecord counted() {
            return record.with(data(userId, sealed, details, tries + 1), record.expires());
        }

        private static String data(String userId, String sealed, Claims details, long tries) {
            return Claims.of("user", userId)
                    .with("sealed", sealed)
                    .with("details", details.asMap())
                    .with("tries", tries)
                    .toJson();
        }

        /** Without what is sealed. */
        @Override
        public String toString() {
            return "PausedSignIn";
        }
    }

    /** Returns the name of a new pause. */
    public String name() {
        return randomness.base64Url(32);
    }

    /**
     * Stores a sign-in under this name.
     *
     * @return {@code false} if it is too large: a provider's profile and tokens have no limit
     */
    public boolean begin(Store unit, String name, String userId, String sealed, Claims details) {
        var data = PausedSignIn.data(userId, sealed, details, 0);
        // With room for a second digit of the tries.
        if (data.getBytes(StandardCharsets.UTF_8).length >= ModuleRecord.MAX_DATA) return false;
        var end = clock.instant().plus(LIFE);
        unit.createRecord(ModuleRecord.of(KIND, id(name), userId, data, end, randomness));
        return true;
    }

    /** Returns the sign-in of this name, while it waits. */
    public Optional<PausedSignIn> of(Store store, String name) {
        return store.getRecord(KIND, id(name)).map(PausedSignIn::read).filter(it -> it.tries < TRIES);
    }

    /**
     * Counts a try. Of tries at the same moment each counts.
     *
     * @return empty if the sign-in doesn't wait any more
     */
    public Optional<PausedSignIn> count(Store store, String name) {
        return Tries.count(store, () -> of(store, name), PausedSignIn::counted);
    }

    /** Takes a sign-in out, once: of requests at the same moment, one may go on with it. */
    public boolean take(Store store, PausedSignIn paused) {
        return store.takeRecord(KIND, paused.record().id()).isPresent();
    }

    /** Voids the sign-ins of a user that wait: their first proof may be one that no longer counts. */
    public static void forget(Store unit, String userId) {
        unit.deleteRecordsByUserId(userId, KIND);
    }

    private static String id(String name) {
        return Hashes.sha256Hex(name);
    }
}
