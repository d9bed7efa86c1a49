package dev.cardea.observe;

import java.util.Locale;

/**
 * 32 bits of a keyed hash of a value, to recognize the same value elsewhere without knowing it. The key is derived from
 * the secret of the configuration, so processes with the same secret agree.
 */
public record Digest(int bits) {
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%08x", bits);
    }
}
