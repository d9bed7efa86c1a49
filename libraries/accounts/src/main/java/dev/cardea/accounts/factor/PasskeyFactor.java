package dev.cardea.accounts.factor;

import dev.cardea.adapter.AuthenticatorAdapter;
import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.Store;
import dev.cardea.jose.Hashes;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.token.Randomness;
import java.util.stream.Collectors;

/**
 * Passkeys as a second factor, for users who have chosen it. The choice alone is none: it counts while the user has a passkey.
 * Safe for concurrent use.
 */
public record PasskeyFactor(Randomness randomness) {
    private static final String ID = "passkey:";
    private static final String DATA = Claims.of("type", "passkey").toJson();

    /** Returns the ID of the record of a user's choice, next to those of authenticators. */
    public static String id(String userId) {
        return ID + Hashes.sha256Hex(userId);
    }

    static boolean isChoice(ModuleRecord factor) {
        return factor.id().startsWith(ID);
    }

    /** Returns whether a user has a passkey, at whichever provider. */
    public static boolean hasPasskey(Store store, String userId) {
        if (!store.has(AuthenticatorAdapter.class)) return false;
        var rows = store.listAuthenticatorsByUserId(userId);
        if (rows.isEmpty()) return false;
        // A store that can't delete it keeps the row of a passkey that was unlinked.
        var linked = store.listAccountsByUserId(userId).stream()
                .filter(it -> it.type().equals(ProviderType.WEBAUTHN.wire()))
                .map(Account::providerAccountId)
                .collect(Collectors.toSet());
        return rows.stream().anyMatch(it -> linked.contains(it.providerAccountId()));
    }

    /** Returns whether a user is asked for a passkey after another first factor. */
    public static boolean isOn(Store store, String userId) {
        return store.getRecord(Authenticators.KIND, id(userId)).isPresent() && hasPasskey(store, userId);
    }

    /** Returns whether this request has switched it on: the user has a passkey, and no other request was first. */
    boolean switchOn(Store unit, String userId) {
        return hasPasskey(unit, userId)
                && unit.createRecord(ModuleRecord.of(Authenticators.KIND, id(userId), userId, DATA, null, randomness));
    }

    static void switchOff(Store unit, String userId) {
        unit.takeRecord(Authenticators.KIND, id(userId));
    }
}
