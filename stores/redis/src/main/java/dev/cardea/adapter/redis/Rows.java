package dev.cardea.adapter.redis;

import dev.cardea.adapter.StoreConflictException;
import dev.cardea.json.Claims;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/**
 * Rows as JSON text. A change reads the text, makes the new one and sets it if the old one is still there; who comes
 * second tries again on what the first one left. That is why no lock is needed, and no change is ever lost.
 */
final class Rows {
    /** Each failed attempt is another caller's success, so this many indicate an error. */
    private static final int TRIES = 1_000;

    private final Commands commands;

    Rows(Commands commands) {
        this.commands = commands;
    }

    /** The row under the key, if it is the one that was meant. */
    Optional<Claims> get(String key, Predicate<Claims> isMeant) {
        return RowText.read(commands.get(key), isMeant);
    }

    /** The rows that are there and meant, in the order of the keys. */
    List<Claims> all(List<String> keys, Predicate<Claims> isMeant) {
        return commands.all(keys).stream()
                .flatMap(text -> RowText.read(text, isMeant).stream())
                .toList();
    }

    /** What is under each of the keys, in one command; the caller looks whether it was meant. */
    List<Optional<Claims>> each(List<String> keys) {
        return commands.all(keys).stream()
                .map(text -> RowText.read(text, row -> true))
                .toList();
    }

    /** A row, and the one whose key a field of it completes, in one command; the caller looks whether they were meant. */
    List<Optional<Claims>> joined(String key, String field, String prefix) {
        return commands.joined(key, field, prefix).stream()
                .map(text -> RowText.read(text, row -> true))
                .toList();
    }

    boolean putNew(String key, Claims row, long keepMillis) {
        return commands.putNew(key, row.toJson(), keepMillis);
    }

    /** The same for a key that is random. */
    boolean putRandom(String key, Claims row, long keepMillis) {
        return commands.putRandom(key, row.toJson(), keepMillis);
    }

    void put(String key, Claims row, long keepMillis) {
        commands.put(key, row.toJson(), keepMillis);
    }

    /**
     * Changes a row and returns it; empty if it is absent.
     *
     * @param keepMillis how long the changed row is to stay
     */
    Optional<Claims> change(
            String key, Predicate<Claims> isMeant, UnaryOperator<Claims> change, ToLongFunction<Claims> keepMillis) {
        for (int i = 0; i < TRIES; i++) {
            var text = commands.get(key);
            var row = RowText.read(text, isMeant);
            if (text == null || row.isEmpty()) return Optional.empty();
            var changed = change.apply(row.get());
            if (commands.replace(key, text, changed.toJson(), keepMillis.applyAsLong(changed))) {
                return Optional.of(changed);
            }
        }
        throw new StoreConflictException("too many requests change the same row at the same time", null);
    }

    Optional<Claims> change(String key, Predicate<Claims> isMeant, UnaryOperator<Claims> change) {
        return change(key, isMeant, change, row -> Commands.FOR_EVER);
    }

    /** What was removed; of any number of callers at once one gets it. */
    Optional<Claims> remove(String key, Predicate<Claims> isMeant) {
        for (int i = 0; i < TRIES; i++) {
            var text = commands.get(key);
            var row = RowText.read(text, isMeant);
            if (text == null || row.isEmpty()) return Optional.empty();
            if (commands.remove(key, text)) return row;
        }
        throw new StoreConflictException("too many requests change the same row at the same time", null);
    }

    /** A condition on one field. */
    static Predicate<Claims> has(String field, String value) {
        return row -> Objects.equals(row.text(field), value);
    }
}
