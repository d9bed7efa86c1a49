package dev.cardea.accounts;

import dev.cardea.accounts.factor.SecondFactors;
import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.Store;
import dev.cardea.model.Login;
import dev.cardea.module.Proof;
import dev.cardea.token.Randomness;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How the users of sessions have proven who they are. A session without a record, such as one of Auth.js, is valid and has no
 * proof.
 *
 * @param keptFor how long a record is kept, which is as long as a session lasts
 */
record SessionProofs(Clock clock, Randomness randomness, Duration keptFor) {
    static final String KIND = "session";

    /** The method of a proof by a code or a link in an email. */
    static final String EMAIL = "email";

    /** What a change of the account needs. */
    static final StepUp FRESH = StepUp.fresh(Duration.ofMinutes(10));

    /** Returns what the proofs of a session are worth. */
    static Assurance of(Store store, Login login) {
        return assurance(store.getRecord(KIND, login.sessionId()));
    }

    private static Assurance assurance(Optional<ModuleRecord> record) {
        return record.map(it -> Assurance.parse(it.data())).orElse(Assurance.NONE);
    }

    /** Returns what is proven with these proofs of this moment. */
    Assurance with(Assurance before, List<Proof> further) {
        var now = clock.instant();
        var all = before;
        for (var proof : further) all = all.with(SessionProof.of(proof, now));
        return all;
    }

    /** Remembers the proofs of a sign-in for its session, and those of before it. */
    void remember(Store unit, String sessionId, String userId, Assurance before, List<Proof> proofs) {
        store(unit, sessionId, userId, with(before, proofs));
    }

    /** Remembers the proofs of a session for the one that replaces it. */
    void inherit(Store unit, Assurance earlier, String sessionId, String userId) {
        if (!earlier.proofs().isEmpty()) store(unit, sessionId, userId, earlier);
    }

    /** Moves the proofs of a session to the one that replaces it, and adds further ones. */
    void move(Store unit, Login earlier, String sessionId, String userId, List<Proof> further) {
        remember(unit, sessionId, userId, assurance(unit.takeRecord(KIND, earlier.sessionId())), further);
    }

    /** Forgets the proofs of a user's sessions. One of them may be adding an account at this moment, and has just ended. */
    void forget(Store unit, String userId) {
        unit.deleteRecordsByUserId(userId, KIND);
    }

    /** Returns whether the user may change the account. */
    boolean isFresh(Assurance proven, Store store, String userId) {
        return FRESH.isMetBy(proven, () -> SecondFactors.has(store, userId), clock.instant());
    }

    /** Returns whether the user has just proven to receive the account's email. */
    boolean isMailboxFresh(Assurance proven) {
        return FRESH.isRecent(proven.by(EMAIL), clock.instant());
    }

    private void store(Store unit, String sessionId, String userId, Assurance proven) {
        var end = clock.instant().plus(keptFor);
        unit.createRecord(ModuleRecord.of(KIND, sessionId, userId, proven.toJson(), end, randomness));
    }
}
