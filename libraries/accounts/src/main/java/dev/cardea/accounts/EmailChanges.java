package dev.cardea.accounts;

import dev.cardea.accounts.factor.Tries;
import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.Store;
import dev.cardea.jose.Hashes;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.Login;
import dev.cardea.module.MailedCode;
import dev.cardea.token.Randomness;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The changes of email addresses that users have asked for. A user has at most one; it ends after ten minutes or five tries,
 * and only the session that asked for it can complete it.
 *
 * @param keys of the codes' hashes, the newest first: eight digits are guessed from a hash without a key
 */
record EmailChanges(Clock clock, Randomness randomness, List<byte[]> keys) {
    static final String KIND = "email-change";
    private static final Duration LIFE = Duration.ofMinutes(10);
    private static final int TRIES = 5;
    private static final Claim<Long> COUNT = Claim.number("tries");

    /** A change whose code has not been entered yet. */
    record Change(String email, String sessionId, String codeHash, long tries, ModuleRecord record) {
        private static Change read(ModuleRecord record) {
            var data = Json.parseObject(record.data(), Json.TRUSTED_DEPTH);
            return new Change(
                    Objects.requireNonNull(data.text("email")),
                    Objects.requireNonNull(data.text("session")),
                    Objects.requireNonNull(data.text("codeHash")),
                    data.get(COUNT).orElse((long) TRIES),
                    record);
        }

        private static String data(String email, String sessionId, String codeHash, long tries) {
            return Claims.of("email", email)
                    .with("session", sessionId)
                    .with("codeHash", codeHash)
                    .with("tries", tries)
                    .toJson();
        }

        private ModuleRecord counted() {
            return record.with(data(email, sessionId, codeHash, tries + 1), record.expires());
        }

        boolean isOf(Login login) {
            return sessionId.equals(login.sessionId());
        }

        private boolean isSame(Change other) {
            return Hashes.equal(codeHash, other.codeHash) && sessionId.equals(other.sessionId);
        }

        /** Without the hash. */
        @Override
        public String toString() {
            return "Change";
        }
    }

    /** Returns the change that a user has asked for, while its code can be entered. */
    Optional<Change> of(Store store, String userId) {
        return read(store, userId).filter(it -> it.tries < TRIES);
    }

    private static Optional<Change> read(Store store, String userId) {
        return store.getRecord(KIND, userId).map(Change::read);
    }

    /**
     * Begins a change, and replaces an earlier one.
     *
     * @return the code for the mailbox; empty if another request has begun one at this moment
     */
    Optional<String> begin(Store store, Login login, String email) {
        var userId = StoredUser.idOf(login.user());
        var code = MailedCode.random(randomness);
        var hash = hash(keys.get(0), userId, email, code);
        var data = Change.data(email, login.sessionId(), hash, 0);
        store.takeRecord(KIND, userId);
        var record = ModuleRecord.of(KIND, userId, userId, data, clock.instant().plus(LIFE), randomness);
        return store.createRecord(record) ? Optional.of(code) : Optional.empty();
    }

    /**
     * Counts a try. Of tries at the same moment each counts.
     *
     * @return the change if the code is right
     */
    Optional<Change> enter(Store store, Login login, String code) {
        var userId = StoredUser.idOf(login.user());
        return Tries.count(store, () -> of(store, userId).filter(it -> it.isOf(login)), Change::counted)
                .filter(it -> isRight(it, userId, code));
    }

    /** Takes a change out, once: returns whether it was still the one whose code was entered. */
    boolean take(Store unit, String userId, Change entered) {
        return read(unit, userId).filter(entered::isSame).isPresent()
                && unit.takeRecord(KIND, userId)
                        .map(Change::read)
                        .filter(entered::isSame)
                        .isPresent();
    }

    /** Voids a change: its user's password or address may have changed, so that someone else may have asked for it. */
    static void forget(Store unit, String userId) {
        unit.deleteRecordsByUserId(userId, KIND);
    }

    private boolean isRight(Change pending, String userId, String code) {
        boolean isRight = false;
        for (var key : keys) isRight |= Hashes.equal(hash(key, userId, pending.email, code), pending.codeHash);
        return isRight;
    }

    private static String hash(byte[] key, String userId, String email, String code) {
        var text = String.join("\n", userId, email, code);
        return HexFormat.of().formatHex(Hashes.hmacSha256(Hashes.hmacKey(key), text));
    }

    /** Without the keys. */
    @Override
    public String toString() {
        return "EmailChanges";
    }
}
