package dev.cardea.accounts;

import dev.cardea.jose.Hashes;
import dev.cardea.token.Randomness;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import javax.crypto.spec.SecretKeySpec;

/**
 * The addresses and accounts that an import has read so far, with their lines: 16 bytes for each, in a table that is at most
 * three quarters full. Of a text it has 64 bits of a hash with a random key, so that no one can prepare two texts that are
 * taken for the same. Not for sharing between threads.
 */
final class ImportedKeys {
    private final SecretKeySpec key;
    private long[] hashes = new long[1 << 10];
    /** 0 where the table is free. */
    private long[] lines = new long[hashes.length];

    private int size;

    ImportedKeys(Randomness randomness) {
        key = Hashes.hmacKey(randomness.bytes(32));
    }

    /**
     * Adds the text of a line.
     *
     * @param line from 1
     * @return the line that has the text already; empty if it is new
     */
    OptionalLong add(String text, long line) {
        if (size >= hashes.length / 4 * 3) grow();
        long hash = ByteBuffer.wrap(Hashes.hmacSha256(key, text)).getLong();
        int at = place(hash);
        if (lines[at] > 0) return OptionalLong.of(lines[at]);
        hashes[at] = hash;
        lines[at] = line;
        size++;
        return OptionalLong.empty();
    }

    /** Returns where the hash is, or else where it belongs. */
    private int place(long hash) {
        int at = (int) hash & hashes.length - 1;
        while (lines[at] > 0 && hashes[at] != hash) at = at + 1 & hashes.length - 1;
        return at;
    }

    private void grow() {
        var oldHashes = hashes;
        var oldLines = lines;
        hashes = new long[oldHashes.length * 2];
        lines = new long[hashes.length];
        for (int i = 0; i < oldHashes.length; i++) {
            if (oldLines[i] == 0) continue;
            int at = place(oldHashes[i]);
            hashes[at] = oldHashes[i];
            lines[at] = oldLines[i];
        }
    }
}
