package dev.cardea.adapter.redis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the adapter asks of Redis. Each call is about one key (but {@link #all} and {@link #joined}, which only
 * read, and {@link #together}) and runs as a whole.
 */
interface Commands {
    /** In place of a duration: the row stays until it is deleted. */
    long FOR_EVER = 0;

    /** Returns the text under the key; {@code null} if it is absent. */
    @Nullable String get(String key);

    /** The same for several keys, in their order. */
    List<@Nullable String> all(List<String> keys);

    /**
     * Returns the text under the key, and the one under the key that a field of the former completes; {@code null} for each
     * that is absent. Where one command reads both, all keys must be on one node.
     *
     * @param prefix what the second key begins with
     */
    default List<@Nullable String> joined(String key, String field, String prefix) {
        var text = get(key);
        var name = RowText.read(text, row -> row.text(field) != null).map(row -> row.text(field));
        return Arrays.asList(text, name.map(it -> get(prefix + it)).orElse(null));
    }

    /** Sets the key, whatever was there. */
    void put(String key, String value, long keepMillis);

    /** Sets the key if it is free: of any number of callers at once one gets true. */
    boolean putNew(String key, String value, long keepMillis);

    /** The same for a key that is random, and free unless it was not: a unit of work need not look before its end. */
    default boolean putRandom(String key, String value, long keepMillis) {
        return putNew(key, value, keepMillis);
    }

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

    /**
     * Makes all changes, or none where a condition among them does not hold. On a cluster all keys must be in one slot.
     *
     * @return whether all conditions held
     */
    boolean together(List<Change> changes);

    /** One part of several that happen together. */
    record Change(Kind kind, String key, String text, long number, long now) {
        enum Kind {
            /** A condition: the key has this text. */
            IS,
            /** A condition: there is no such key. */
            IS_FREE,
            /** A condition: the list has so many entries. */
            COUNTS,
            /** A condition: the list has this entry. */
            LISTS,
            PUT,
            REMOVE,
            ENLIST,
            DELIST
        }

        /** The condition that the key is as it was read. */
        static Change is(String key, @Nullable String text) {
            return text == null ? new Change(Kind.IS_FREE, key, "", 0, 0) : new Change(Kind.IS, key, text, 0, 0);
        }

        /** The conditions that the list has these entries and no others. */
        static List<Change> listed(String key, List<String> entries) {
            var conditions = new ArrayList<Change>();
            conditions.add(new Change(Kind.COUNTS, key, "", entries.size(), 0));
            for (var entry : entries) conditions.add(new Change(Kind.LISTS, key, entry, 0, 0));
            return conditions;
        }

        static Change put(String key, String value, long keepMillis) {
            return new Change(Kind.PUT, key, value, keepMillis, 0);
        }

        static Change remove(String key) {
            return new Change(Kind.REMOVE, key, "", 0, 0);
        }

        static Change enlist(String key, String entry, long until, long now) {
            return new Change(Kind.ENLIST, key, entry, until, now);
        }

        static Change delist(String key, String entry) {
            return new Change(Kind.DELIST, key, entry, 0, 0);
        }
    }
}
