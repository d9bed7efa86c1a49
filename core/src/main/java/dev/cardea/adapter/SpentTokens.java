package dev.cardea.adapter;

import java.time.Instant;

/** Remembers what was used up, so that a sealed value works once. */
public interface SpentTokens extends Adapter {
    /** True for exactly one caller per key; the key may be forgotten after {@code expires}. */
    boolean spend(String key, Instant expires);
}
