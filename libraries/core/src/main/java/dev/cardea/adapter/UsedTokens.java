package dev.cardea.adapter;

import java.time.Instant;

/** Remembers used keys, so that a sealed value is single-use. */
public interface UsedTokens extends Adapter {
    /**
     * Marks a key as used. Returns true for exactly one caller per key; the key may be forgotten after {@code expires}.
     *
     * @throws StoreUnavailableException if the store doesn't respond
     */
    boolean markUsed(String key, Instant expires);
}
