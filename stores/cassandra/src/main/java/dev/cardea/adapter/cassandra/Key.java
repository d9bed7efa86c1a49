package dev.cardea.adapter.cassandra;

import java.nio.charset.StandardCharsets;

/** What can be the key of a row: Unicode, not empty, and no longer than Cassandra counts. */
final class Key {
    private static final int MAX_BYTES = 65_535;

    private Key() {}

    /** Whether a text can be a key. Any other text matches no row: Cassandra would store it as a different one. */
    static boolean canBe(String text) {
        return !text.isEmpty()
                && text.length() <= MAX_BYTES
                && StandardCharsets.UTF_8.newEncoder().canEncode(text)
                && text.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES;
    }

    static void check(String... texts) {
        for (var text : texts) {
            if (!canBe(text)) {
                throw new IllegalArgumentException("a name must be Unicode text of 1 to " + MAX_BYTES + " bytes");
            }
        }
    }
}
