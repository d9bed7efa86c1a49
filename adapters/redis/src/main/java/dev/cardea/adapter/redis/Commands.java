package dev.cardea.adapter.redis;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the adapter asks of Redis. Each call is about one key (but {@link #all}, which only reads) and runs as a whole.
 */
interface Commands {
    /** In the place of a duration: the row stays until somebody removes it. */
    long FOR_EVER = 0;

    /** The text under the key; {@code null} where there is none. */
    @Nullable String get(String key);

    /** The same for several keys, in their order. */
    List<@Nullable String> all(List<String> keys);

    /** Sets the key, whatever was there. */
    void put(String key, String value, long keepMillis);

    /** Sets the key if it is free: of any number of callers at once one gets true. */
    boolean putNew(String key, String value, long keepMillis);

    /** Sets the key if it still has the expected text. */
    boolean replace(String key, String expected, String value, long keepMillis);

    /** Removes the key if it still has the expected text: of any number of callers at once one gets true. */
    boolean remove(String key, String expected);

    /**
     * Adds to the list under the key, or moves the end of what is listed.
     *
     * @param until when the entry may be forgotten, in milliseconds since the epoch; {@link Long#MAX_VALUE} for never
     * @param now drops entries that end before
     */
    void enlist(String key, String entry, long until, long now);

    /** What the list under the key has. */
    List<String> listed(String key);

    void delist(String key, String entry);
}
