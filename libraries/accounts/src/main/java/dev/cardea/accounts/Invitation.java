package dev.cardea.accounts;

import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.Store;
import dev.cardea.jose.Hashes;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.token.Randomness;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Lets the owner of an email address become a user, once. The store has the hash of the address. Immutable.
 *
 * @param fields to store with the user, over those that the user enters
 * @param actor who has invited, as events say it
 */
record Invitation(Claims fields, String actor) {
    static final String KIND = "invitation";

    private static final Duration LIFE = Duration.ofDays(7);

    /** What the sign-up itself proves or makes. */
    private static final Set<String> RESERVED = Set.of("id", "email", "emailVerified");

    /** @throws IllegalArgumentException for fields that an invitation can't have */
    Invitation {
        for (var name : RESERVED) {
            if (fields.has(name)) throw new IllegalArgumentException("an invitation can't set the field " + name);
        }
    }

    /**
     * Stores this invitation in place of an earlier one.
     *
     * @param email in its normal form
     */
    void store(Store store, String email, Instant now, Randomness randomness) {
        var data = Claims.of("fields", fields.asMap()).with("actor", actor).toJson();
        RecordWriter.put(store, ModuleRecord.of(KIND, id(email), null, data, now.plus(LIFE), randomness));
    }

    /** Returns the invitation of an address, for a user who isn't stored yet: {@link #accept} decides. */
    static Optional<Invitation> of(Store store, String email) {
        return store.getRecord(KIND, id(email)).map(Invitation::read);
    }

    /** Takes the invitation of an address: one of any number of callers receives it. */
    static Optional<Invitation> take(Store store, String email) {
        return store.takeRecord(KIND, id(email)).map(Invitation::read);
    }

    /**
     * Takes this invitation, once. Another one, which has replaced it meanwhile, stays.
     *
     * @return {@code false} if it isn't there any more
     */
    boolean accept(Store store, String email) {
        var taken = store.takeRecord(KIND, id(email));
        if (taken.map(Invitation::read).filter(this::equals).isPresent()) return true;
        taken.ifPresent(store::createRecord);
        return false;
    }

    private static Invitation read(ModuleRecord record) {
        var data = Json.parseObject(record.data(), Json.TRUSTED_DEPTH);
        var fields = data.get(Claim.object("fields")).orElse(Claims.NONE);
        return new Invitation(fields, Objects.requireNonNull(data.text("actor")));
    }

    private static String id(String email) {
        return Hashes.sha256Hex(email);
    }
}
