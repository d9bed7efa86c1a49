package dev.cardea.adapter.dynamodb;

import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.StoreUnavailableException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The table during one unit of work. It reads through, keeps what is written to itself, and in the end has all of it done
 * at once if everything that was read is still so; otherwise the work runs again. Nothing is locked meanwhile. DynamoDB
 * takes a hundred items at once.
 */
final class Unit implements Items {
    /** An item that the unit has touched. */
    private static final class Cell {
        /** Whether the work depends on what was there. */
        boolean isRead;

        boolean isWritten;

        @Nullable Map<String, AttributeValue> read;

        @Nullable Map<String, AttributeValue> value;
    }

    private final Items below;
    private final Names names;
    private final Map<Key, Cell> cells = new LinkedHashMap<>();
    private final Map<Key, List<Key>> indexed = new HashMap<>();
    private final boolean isFirst;
    private boolean isOver;

    private Unit(Items below, Names names, boolean isFirst) {
        this.below = below;
        this.names = names;
        this.isFirst = isFirst;
    }

    static <T> T run(Items below, Names names, Function<Items, T> work) {
        var runs = new AtomicInteger();
        return below.<List<T>>retry(() -> {
                    var unit = new Unit(below, names, runs.getAndIncrement() == 0);
                    try {
                        var result = new ArrayList<T>();
                        result.add(work.apply(unit));
                        return below.together(unit.changes()) ? Optional.of(result) : Optional.empty();
                    } catch (RuntimeException e) {
                        // It does not answer, and asking whether what was read is still so would be waited for as well.
                        if (StoreException.isCausedBy(StoreUnavailableException.class, e)) throw e;
                        // What was read piece by piece may never have been so; then this says nothing.
                        if (unit.isTrue(e)) throw e;
                        return Optional.empty();
                    } finally {
                        unit.isOver = true;
                    }
                })
                .get(0);
    }

    @Override
    public <T> T retry(Supplier<Optional<T>> attempt) {
        return below.retry(attempt);
    }

    @Override
    public @Nullable Map<String, AttributeValue> get(Key key) {
        return read(key).value;
    }

    @Override
    public List<@Nullable Map<String, AttributeValue>> each(List<Key> keys) {
        open();
        var unknown = keys.stream().filter(key -> !cells.containsKey(key)).toList();
        var found = unknown.isEmpty() ? List.<@Nullable Map<String, AttributeValue>>of() : below.each(unknown);
        for (int i = 0; i < unknown.size(); i++) cells.put(unknown.get(i), cell(found.get(i)));
        var each = new ArrayList<@Nullable Map<String, AttributeValue>>();
        for (var key : keys) each.add(get(key));
        return each;
    }

    @Override
    public List<Map<String, AttributeValue>> all(String pk, String prefix) {
        open();
        var found = new LinkedHashMap<Key, Map<String, AttributeValue>>();
        for (var item : below.all(pk, prefix)) {
            found.put(new Key(pk, Attributes.required(item, names.sk())), item);
        }
        cells.forEach((key, cell) -> {
            if (!key.pk().equals(pk) || !key.sk().startsWith(prefix)) return;
            if (cell.value == null) found.remove(key);
            else found.put(key, cell.value);
        });
        return List.copyOf(found.values());
    }

    /** What the unit has written itself is found by pointers. */
    @Override
    public List<Key> indexed(Key indexKey) {
        open();
        return indexed.computeIfAbsent(indexKey, below::indexed);
    }

    @Override
    public boolean together(List<Change> changes) {
        for (var change : changes) {
            boolean holds = switch (change.expected()) {
                case ANYTHING -> true;
                case NOTHING -> isFree(change.key());
                case SOMETHING -> get(change.key()) != null;
                case AS_IT_WAS -> Objects.equals(get(change.key()), change.was());
            };
            if (!holds) return false;
        }
        for (var change : changes) {
            if (!change.writes()) continue;
            open();
            var cell = cells.computeIfAbsent(change.key(), it -> new Cell());
            cell.isWritten = true;
            cell.value = change.becomes();
        }
        return true;
    }

    /** In the first run it is taken for free, which is a condition of the end; in later ones it is looked at. */
    private boolean isFree(Key key) {
        if (isFirst) cells.computeIfAbsent(key, it -> cell(null));
        return get(key) == null;
    }

    private List<Change> changes() {
        var changes = new ArrayList<Change>();
        cells.forEach((key, cell) -> changes.add(new Change(
                key,
                cell.isRead ? Change.Expectation.AS_IT_WAS : Change.Expectation.ANYTHING,
                cell.read,
                cell.isWritten,
                cell.value)));
        return changes;
    }

    /** Whether all that was read is still so, as far as that can be said. */
    private boolean isTrue(RuntimeException failure) {
        var conditions = new ArrayList<Change>();
        cells.forEach((key, cell) -> {
            if (cell.isRead) conditions.add(Change.is(key, cell.read));
        });
        try {
            return below.together(conditions);
        } catch (RuntimeException e) {
            if (e != failure) failure.addSuppressed(e);
            return true;
        }
    }

    private Cell read(Key key) {
        open();
        return cells.computeIfAbsent(key, it -> cell(below.get(it)));
    }

    private static Cell cell(@Nullable Map<String, AttributeValue> found) {
        var cell = new Cell();
        cell.isRead = true;
        cell.read = found;
        cell.value = found;
        return cell;
    }

    private void open() {
        if (isOver) throw new IllegalStateException("the unit of work is over");
    }
}
