package dev.cardea.accounts.factor;

import dev.cardea.accounts.factor.SecretCipher.Plaintext;
import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.Store;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.token.Randomness;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The authenticator apps of users. A value works once, in all processes together: its step of time is stored, and only the one
 * who stores it has proven something. Safe for concurrent use.
 */
public record Authenticators(Clock clock, Randomness randomness, SecretCipher cipher) {
    /** Of all second factors, so that one read tells whether a user has any. */
    public static final String KIND = "factor";

    private static final Claim<Long> LAST_STEP = Claim.number("lastStep");

    /** The key that encrypts a secret. */
    public enum Encryption {
        NEWEST,
        OLDER,
        /** Sealed by a key that is gone, or not here. */
        UNREADABLE
    }

    /** Returns the authenticators of a user, the oldest first. */
    public List<Authenticator> of(Store store, String userId) {
        return records(store, userId)
                .map(Authenticators::read)
                .sorted(Comparator.comparing(Authenticator::created).thenComparing(Authenticator::id))
                .toList();
    }

    /** Returns whether a user has an authenticator. */
    public static boolean has(Store store, String userId) {
        return records(store, userId).findAny().isPresent();
    }

    private static Stream<ModuleRecord> records(Store store, String userId) {
        return store.listRecordsByUserId(userId, KIND).stream().filter(it -> !PasskeyFactor.isChoice(it));
    }

    /** Stores the authenticator of an enrolment whose value of this step was entered. */
    void add(Store unit, String userId, String name, byte[] secret, long step) {
        var id = randomness.hex(16);
        var data = Claims.of("name", name)
                .with("created", clock.instant().toString())
                .with("secret", cipher.seal(secret, owner(id, userId)))
                .with("lastStep", step);
        unit.createRecord(ModuleRecord.of(KIND, id, userId, data.toJson(), null, randomness));
    }

    /** Returns whether the value is right, and uses it up. Of requests at the same moment with the same value, one succeeds. */
    boolean accept(Store store, String userId, String entered) {
        return records(store, userId).anyMatch(record -> accept(store, record, entered));
    }

    private boolean accept(Store store, ModuleRecord record, String entered) {
        var data = data(record);
        var opened = open(record, data);
        if (opened.isEmpty()) return false;
        long last = data.get(LAST_STEP).orElse(Long.MAX_VALUE);
        var secret = opened.get().secret();
        var step = Totp.step(secret, entered, clock.instant(), last);
        if (opened.get().isOutdated()) data = data.with("secret", cipher.seal(secret, owner(record)));
        else if (step.isEmpty()) return false;
        var used = data.with("lastStep", step.orElse(last));
        // Where it fails, another request has used a value of this secret, or has removed it.
        return store.replaceRecord(record.with(used.toJson(), null)) && step.isPresent();
    }

    /** Returns which keys encrypt the secrets of a user. */
    public List<Encryption> encryption(Store store, String userId) {
        return records(store, userId).map(it -> encryption(open(it, data(it)))).toList();
    }

    /** Encrypts the secrets of a user with the newest key; returns which keys encrypted them before. */
    public List<Encryption> reseal(Store store, String userId) {
        return records(store, userId).map(it -> reseal(store, it)).toList();
    }

    private Encryption reseal(Store store, ModuleRecord record) {
        var data = data(record);
        var opened = open(record, data);
        var before = encryption(opened);
        if (opened.isEmpty() || before != Encryption.OLDER) return before;
        var resealed = data.with("secret", cipher.seal(opened.get().secret(), owner(record)));
        if (store.replaceRecord(record.with(resealed.toJson(), null))) return before;
        // Another request has used a value, and its process may not know the newest key yet; or the record is gone.
        return store.getRecord(KIND, record.id()).map(it -> reseal(store, it)).orElse(before);
    }

    private static Encryption encryption(Optional<Plaintext> opened) {
        return opened.map(it -> it.isOutdated() ? Encryption.OLDER : Encryption.NEWEST)
                .orElse(Encryption.UNREADABLE);
    }

    private Optional<Plaintext> open(ModuleRecord record, Claims data) {
        return cipher.open(String.valueOf(data.text("secret")), owner(record));
    }

    /** Returns whether there was such an authenticator of this user. */
    boolean remove(Store unit, String userId, String id) {
        boolean isOwn = of(unit, userId).stream().anyMatch(it -> it.id().equals(id));
        return isOwn && unit.takeRecord(KIND, id).isPresent();
    }

    private static String owner(ModuleRecord record) {
        return owner(record.id(), Objects.requireNonNull(record.userId()));
    }

    private static String owner(String id, String userId) {
        return String.join("\n", KIND, id, userId);
    }

    private static Authenticator read(ModuleRecord record) {
        var data = data(record);
        return new Authenticator(
                record.id(),
                Objects.requireNonNull(data.text("name")),
                Instant.parse(Objects.requireNonNull(data.text("created"))));
    }

    private static Claims data(ModuleRecord record) {
        return Json.parseObject(record.data(), Json.TRUSTED_DEPTH);
    }
}
