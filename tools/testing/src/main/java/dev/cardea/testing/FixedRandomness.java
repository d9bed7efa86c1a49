package dev.cardea.testing;

import dev.cardea.jose.Hashes;
import dev.cardea.token.Randomness;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bytes that look random and are the same in every run: the n-th call with a seed always returns the same bytes. No two
 * calls return equal bytes, so ids and tokens stay distinct.
 */
public final class FixedRandomness implements Randomness {
    private final String seed;
    private final AtomicLong calls = new AtomicLong();

    private FixedRandomness(String seed) {
        this.seed = seed;
    }

    public static FixedRandomness of(String seed) {
        return new FixedRandomness(seed);
    }

    @Override
    public byte[] bytes(int length) {
        long call = calls.getAndIncrement();
        byte[] bytes = new byte[length];
        for (int start = 0; start < length; start += 32) {
            byte[] block = Hashes.sha256((seed + "/" + call + "/" + start).getBytes(StandardCharsets.UTF_8));
            System.arraycopy(block, 0, bytes, start, Math.min(block.length, length - start));
        }
        return bytes;
    }
}
