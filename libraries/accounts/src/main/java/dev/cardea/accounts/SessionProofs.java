package dev.cardea.accounts;

import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.Store;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.Login;
import dev.cardea.module.Proof;
import dev.cardea.token.Randomness;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * When a session's user has last proven who they are, and how. It is kept for as long as a proof is fresh: a session without
 * a record, such as one of Auth.js, is valid and not fresh.
 *
 * @param freshFor how long a proof is fresh
 */
record SessionProofs(Clock clock, Randomness randomness, Duration freshFor) {
    static final String KIND = "session";

    /** The method of a proof by a code or a link in an email. */
    static final String EMAIL = "email";

    /** Remembers the proofs of a sign-in for its session. */
    void remember(Store unit, String sessionId, String userId, List<Proof> proofs) {
        var now = clock.instant();
        var times = new LinkedHashMap<String, Object>();
        for (var proof : proofs) times.put(proof.method(), timeOf(proof, now).toString());
        store(unit, sessionId, userId, times, now.plus(freshFor));
    }

    /** Remembers the proofs of a session for the one that replaces it. */
    void inherit(Store unit, Optional<ModuleRecord> earlier, String sessionId) {
        earlier.ifPresent(it -> store(
                unit, sessionId, Objects.requireNonNull(it.userId()), times(it), Objects.requireNonNull(it.expires())));
    }

    /** Forgets the proofs of a user's sessions. One of them may be adding an account at this moment, and has just ended. */
    void forget(Store unit, String userId) {
        unit.deleteRecordsByUserId(userId, KIND);
    }

    Optional<ModuleRecord> of(Store store, Login login) {
        return store.getRecord(KIND, login.sessionId());
    }

    /** Returns whether a proof is fresh, whichever it is. */
    boolean isFresh(Optional<ModuleRecord> proofs) {
        return proofs.stream().flatMap(it -> times(it).values().stream()).anyMatch(this::isFresh);
    }

    /** Returns whether a proof by this method is fresh. */
    boolean isFresh(Optional<ModuleRecord> proofs, String method) {
        return proofs.map(it -> times(it).get(method)).filter(this::isFresh).isPresent();
    }

    private boolean isFresh(Object time) {
        return Instant.parse(time.toString()).plus(freshFor).isAfter(clock.instant());
    }

    /** A provider may have asked the user long ago. */
    private static Instant timeOf(Proof proof, Instant now) {
        var asked = proof.authTime();
        return asked == null || asked.isAfter(now) ? now : asked;
    }

    private static Map<String, Object> times(ModuleRecord record) {
        var times = new LinkedHashMap<String, Object>();
        Json.parseObject(record.data(), Json.TRUSTED_DEPTH).asMap().forEach((method, time) -> {
            if (time instanceof String text) times.put(method, text);
        });
        return times;
    }

    private void store(Store unit, String sessionId, String userId, Map<String, Object> times, Instant end) {
        unit.createRecord(
                ModuleRecord.of(KIND, sessionId, userId, Claims.of(times).toJson(), end, randomness));
    }
}
