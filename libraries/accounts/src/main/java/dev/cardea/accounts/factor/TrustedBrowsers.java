package dev.cardea.accounts.factor;

import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.Store;
import dev.cardea.jose.Hashes;
import dev.cardea.token.Randomness;
import java.time.Clock;
import java.time.Duration;

/**
 * Browsers in which a user isn't asked for the second factor again. Each has an end that no sign-in moves. The browser has a
 * name of 256 random bits, and the store the hash of that with the user. Safe for concurrent use.
 */
public record TrustedBrowsers(Clock clock, Randomness randomness) {
    public static final String KIND = "browser";

    /** Returns the name of a browser that isn't trusted yet. */
    public String name() {
        return randomness.base64Url(32);
    }

    /** Trusts the browser of this name. */
    public void trust(Store store, String userId, String name, Duration life) {
        var end = clock.instant().plus(life);
        store.createRecord(ModuleRecord.of(KIND, id(userId, name), userId, "{}", end, randomness));
    }

    /** Returns whether the user trusts the browser of this name. */
    public boolean isTrusted(Store store, String userId, String name) {
        return store.getRecord(KIND, id(userId, name)).isPresent();
    }

    /** Returns how many browsers a user trusts. */
    public int count(Store store, String userId) {
        return store.listRecordsByUserId(userId, KIND).size();
    }

    /** Forgets the browsers that a user trusts: one of them may be someone else's. */
    public static void forget(Store unit, String userId) {
        unit.deleteRecordsByUserId(userId, KIND);
    }

    private static String id(String userId, String name) {
        return Hashes.sha256Hex(userId + "\n" + name);
    }
}
