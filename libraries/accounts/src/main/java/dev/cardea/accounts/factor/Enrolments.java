package dev.cardea.accounts.factor;

import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.Store;
import dev.cardea.http.Form;
import dev.cardea.jose.Hashes;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.token.Randomness;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Authenticators that users are about to add. A user adds one at a time, within 15 minutes, and where it was begun: in that
 * session, or in that pause of a sign-in. Safe for concurrent use.
 */
public record Enrolments(Clock clock, Randomness randomness, SecretCipher cipher) {
    public static final String KIND = "enrolment";

    private static final Duration LIFE = Duration.ofMinutes(15);

    /**
     * An authenticator that is not in use yet.
     *
     * @param secret shown to its user alone
     */
    public record Enrolment(byte[] secret, ModuleRecord record) {
        /** Returns the secret as users type it. */
        public String key() {
            return Groups.of(Base32.encode(secret, Base32.STANDARD), 4, " ");
        }

        /**
         * Returns what the QR code says (the URI format for keys that authenticator apps read).
         *
         * @param issuer the site, as users know it
         * @param account whose authenticator it is
         */
        public String uri(String issuer, String account) {
            var site = Form.encodeComponent(issuer);
            return "otpauth://totp/" + site + ":" + Form.encodeComponent(account) + "?secret="
                    + Base32.encode(secret, Base32.STANDARD) + "&issuer=" + site;
        }

        /** Without the secret. */
        @Override
        public String toString() {
            return "Enrolment";
        }
    }

    /**
     * Begins an enrolment in place of an earlier one.
     *
     * @param place where it goes on: a session or a pause
     */
    public void begin(Store store, String userId, String place) {
        var sealed = cipher.seal(randomness.bytes(Totp.SECRET), owner(userId));
        var data = Claims.of("secret", sealed).with("place", Hashes.sha256Hex(place));
        store.deleteRecordsByUserId(userId, KIND);
        var end = clock.instant().plus(LIFE);
        store.createRecord(ModuleRecord.of(KIND, userId, userId, data.toJson(), end, randomness));
    }

    /** Returns what was begun here; empty if nothing was, or if it has ended. */
    public Optional<Enrolment> of(Store store, String userId, String place) {
        return store.getRecord(KIND, userId).flatMap(record -> {
            var data = Json.parseObject(record.data(), Json.TRUSTED_DEPTH);
            var sealed = Objects.requireNonNull(data.text("secret"));
            if (!Hashes.sha256Hex(place).equals(data.text("place"))) return Optional.empty();
            return cipher.open(sealed, owner(userId)).map(it -> new Enrolment(it.secret(), record));
        });
    }

    /** Returns the step of the value; empty if the value is wrong. */
    OptionalLong step(Enrolment enrolment, String entered) {
        return Totp.step(enrolment.secret(), entered, clock.instant(), -1);
    }

    /** Takes an enrolment out, once. */
    boolean take(Store unit, Enrolment enrolment) {
        return unit.takeRecord(KIND, enrolment.record().id())
                .filter(it -> it.data().equals(enrolment.record().data()))
                .isPresent();
    }

    /** Ends what a user has begun. */
    public void forget(Store unit, String userId) {
        unit.deleteRecordsByUserId(userId, KIND);
    }

    private static String owner(String userId) {
        return String.join("\n", KIND, userId, userId);
    }
}
