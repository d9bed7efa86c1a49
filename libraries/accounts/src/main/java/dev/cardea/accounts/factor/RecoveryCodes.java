package dev.cardea.accounts.factor;

import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.Store;
import dev.cardea.jose.Hashes;
import dev.cardea.module.MailedCode;
import dev.cardea.token.Randomness;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Codes for users who don't have their phone. Each works once, in all processes together. The store has their hashes only: with
 * 120 bits, none can be guessed from its hash. Safe for concurrent use.
 */
public record RecoveryCodes(Randomness randomness) {
    public static final String KIND = "recovery";

    private static final int NUMBER = 10;
    private static final int BYTES = 15;
    private static final int LENGTH = 24;
    private static final int GROUP = 4;
    private static final Pattern CODE = Pattern.compile("[" + Base32.CROCKFORD + "]{" + LENGTH + "}");

    /** Makes new codes in place of the earlier ones, and returns them as the user sees them. */
    List<String> replace(Store unit, String userId) {
        unit.deleteRecordsByUserId(userId, KIND);
        var codes = new ArrayList<String>();
        for (int i = 0; i < NUMBER; i++) {
            var code = Base32.encode(randomness.bytes(BYTES), Base32.CROCKFORD);
            unit.createRecord(ModuleRecord.of(KIND, id(userId, code), userId, "{}", null, randomness));
            codes.add(Groups.of(code, GROUP, "-"));
        }
        return codes;
    }

    /** Returns whether the code is right, and uses it up. */
    boolean take(Store store, String userId, String entered) {
        var code = read(entered);
        return CODE.matcher(code).matches()
                && store.takeRecord(KIND, id(userId, code)).isPresent();
    }

    /** Returns how many codes a user has left. */
    public int left(Store store, String userId) {
        return store.listRecordsByUserId(userId, KIND).size();
    }

    /** Reads a code as people type it: in any case, with any separators, and with letters for digits. */
    private static String read(String entered) {
        return MailedCode.read(entered)
                .toUpperCase(Locale.ROOT)
                .replace('O', '0')
                .replace('I', '1')
                .replace('L', '1');
    }

    private static String id(String userId, String code) {
        return Hashes.sha256Hex(userId + "\n" + code);
    }
}
