package dev.cardea.adapter.dynamodb;

import dev.cardea.adapter.StoreConflictException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The table, as far as rows need it. */
interface Items {
    /** Returns the item as it is now; {@code null} if it is absent. */
    @Nullable Map<String, AttributeValue> get(Key key);

    /** What is at each of the keys, in their order; no key twice. */
    List<@Nullable Map<String, AttributeValue>> each(List<Key> keys);

    /** All of a partition whose place begins so, as they are now. */
    List<Map<String, AttributeValue>> all(String pk, String prefix);

    /** Where the index says that something is, as it was a moment ago. */
    List<Key> indexed(Key indexKey);

    /**
     * Makes all changes, or none where something is not as it was.
     *
     * @param changes at most one for each key
     * @return whether all were made
     */
    boolean together(List<Change> changes);

    /**
     * Makes a change again while it loses to others, for as long as one request may take.
     *
     * @param attempt empty where it is to be made again, on what is there then
     * @throws StoreConflictException where it still loses
     */
    <T> T retry(Supplier<Optional<T>> attempt);

    /** What is expected at a key, and what is to be there then. */
    record Change(
            Key key,
            Expectation expected,
            @Nullable Map<String, AttributeValue> was,
            boolean writes,
            @Nullable Map<String, AttributeValue> becomes) {
        enum Expectation {
            ANYTHING,
            /** No item, because the key is random or single-use: a unit of work need not check it before its end. */
            NOTHING,
            SOMETHING,
            AS_IT_WAS
        }

        /** Whether it does the same a second time. */
        boolean isRepeatable() {
            return writes && expected == Expectation.ANYTHING;
        }

        /** @param was {@code null}: there must be nothing */
        static Change put(Key key, @Nullable Map<String, AttributeValue> was, Map<String, AttributeValue> becomes) {
            return new Change(key, Expectation.AS_IT_WAS, was, true, becomes);
        }

        static Change putNew(Key key, Map<String, AttributeValue> becomes) {
            return new Change(key, Expectation.NOTHING, null, true, becomes);
        }

        static Change put(Key key, Map<String, AttributeValue> becomes) {
            return new Change(key, Expectation.ANYTHING, null, true, becomes);
        }

        static Change delete(Key key, Map<String, AttributeValue> was) {
            return new Change(key, Expectation.AS_IT_WAS, was, true, null);
        }

        static Change delete(Key key) {
            return new Change(key, Expectation.ANYTHING, null, true, null);
        }

        /** Changes nothing. */
        static Change exists(Key key) {
            return new Change(key, Expectation.SOMETHING, null, false, null);
        }

        /** Changes nothing. */
        static Change is(Key key, @Nullable Map<String, AttributeValue> was) {
            return new Change(key, Expectation.AS_IT_WAS, was, false, null);
        }
    }
}
