package dev.cardea.adapter.redis;

import dev.cardea.adapter.StoreConflictException;
import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.StoreUnavailableException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The commands of one unit of work. It reads through, keeps what is written to itself, and in the end has all of it done
 * at once if everything that was read is still so; otherwise the work runs again. Nothing is locked meanwhile.
 */
final class Unit implements Commands {
    private static final int RUNS = 20;

    /** A key that the unit has touched. */
    private static final class Cell {
        /** Whether the work depends on what was there. */
        boolean isRead;

        boolean isWritten;

        @Nullable String read;

        @Nullable String value;

        long keepMillis;
    }

    private final Commands below;
    private final Map<String, Cell> cells = new LinkedHashMap<>();
    private final Map<String, List<String>> listsRead = new LinkedHashMap<>();
    private final List<Change> lists = new ArrayList<>();
    private final boolean isFirst;
    private boolean isOver;

    private Unit(Commands below, boolean isFirst) {
        this.below = below;
        this.isFirst = isFirst;
    }

    static <T> T run(Commands below, Function<Commands, T> work) {
        for (int i = 0; i < RUNS; i++) {
            var unit = new Unit(below, i == 0);
            try {
                T result = work.apply(unit);
                if (below.together(unit.changes())) return result;
            } catch (RuntimeException e) {
                // It does not answer, and asking whether what was read is still so would be waited for as well.
                if (StoreException.isCausedBy(StoreUnavailableException.class, e)) throw e;
                // What was read piece by piece may never have been so; then this says nothing.
                if (unit.isTrue(e)) throw e;
            } finally {
                unit.isOver = true;
            }
        }
        throw new StoreConflictException("other units of work were in the way", null);
    }

    @Override
    public @Nullable String get(String key) {
        return read(key).value;
    }

    @Override
    public List<@Nullable String> all(List<String> keys) {
        var unknown = keys.stream().filter(key -> !cells.containsKey(key)).toList();
        var found = below.all(unknown);
        for (int i = 0; i < unknown.size(); i++) cells.put(unknown.get(i), cell(found.get(i)));
        var all = new ArrayList<@Nullable String>();
        for (var key : keys) all.add(get(key));
        return all;
    }

    @Override
    public void put(String key, String value, long keepMillis) {
        write(cells.computeIfAbsent(open(key), it -> new Cell()), value, keepMillis);
    }

    @Override
    public boolean putNew(String key, String value, long keepMillis) {
        var cell = read(key);
        return cell.value == null && write(cell, value, keepMillis);
    }

    /** In the first run the key is taken for free, which is a condition of the end; in later ones it is looked at. */
    @Override
    public boolean putRandom(String key, String value, long keepMillis) {
        if (isFirst) cells.computeIfAbsent(open(key), it -> cell(null));
        return putNew(key, value, keepMillis);
    }

    @Override
    public boolean replace(String key, String expected, String value, long keepMillis) {
        var cell = read(key);
        return expected.equals(cell.value) && write(cell, value, keepMillis);
    }

    @Override
    public boolean remove(String key, String expected) {
        var cell = read(key);
        return expected.equals(cell.value) && write(cell, null, FOR_EVER);
    }

    @Override
    public void enlist(String key, String entry, long until, long now) {
        lists.add(Change.enlist(open(key), entry, until, now));
    }

    @Override
    public List<String> listed(String key) {
        var entries = new LinkedHashSet<>(listsRead.computeIfAbsent(open(key), below::listed));
        for (var change : lists) {
            if (!change.key().equals(key)) continue;
            if (change.kind() == Change.Kind.ENLIST) entries.add(change.text());
            else entries.remove(change.text());
        }
        return List.copyOf(entries);
    }

    @Override
    public void delist(String key, String entry) {
        lists.add(Change.delist(open(key), entry));
    }

    /** Completes a nested unit: its changes become part of this one. */
    @Override
    public boolean together(List<Change> changes) {
        for (var change : changes) {
            boolean holds = switch (change.kind()) {
                case IS -> change.text().equals(get(change.key()));
                case IS_FREE -> get(change.key()) == null;
                case COUNTS -> listed(change.key()).size() == change.number();
                case LISTS -> listed(change.key()).contains(change.text());
                default -> true;
            };
            if (!holds) return false;
        }
        for (var change : changes) {
            switch (change.kind()) {
                case IS, IS_FREE, COUNTS, LISTS -> {}
                case PUT -> put(change.key(), change.text(), change.number());
                case REMOVE -> write(read(change.key()), null, FOR_EVER);
                case ENLIST, DELIST -> lists.add(change);
            }
        }
        return true;
    }

    private List<Change> changes() {
        var changes = new ArrayList<>(conditions());
        cells.forEach((key, cell) -> {
            if (!cell.isWritten) return;
            changes.add(cell.value == null ? Change.remove(key) : Change.put(key, cell.value, cell.keepMillis));
        });
        changes.addAll(lists);
        return changes;
    }

    private List<Change> conditions() {
        var conditions = new ArrayList<Change>();
        cells.forEach((key, cell) -> {
            if (cell.isRead) conditions.add(Change.is(key, cell.read));
        });
        listsRead.forEach((key, entries) -> conditions.addAll(Change.listed(key, entries)));
        return conditions;
    }

    /** Whether all that was read is still so, as far as that can be said. */
    private boolean isTrue(RuntimeException failure) {
        try {
            return below.together(conditions());
        } catch (RuntimeException e) {
            if (e != failure) failure.addSuppressed(e);
            return true;
        }
    }

    private Cell read(String key) {
        return cells.computeIfAbsent(open(key), it -> cell(below.get(it)));
    }

    private static Cell cell(@Nullable String value) {
        var cell = new Cell();
        cell.isRead = true;
        cell.read = value;
        cell.value = value;
        return cell;
    }

    private static boolean write(Cell cell, @Nullable String value, long keepMillis) {
        cell.isWritten = true;
        cell.value = value;
        cell.keepMillis = keepMillis;
        return true;
    }

    /** The key, while the unit may still be used. */
    private String open(String key) {
        if (isOver) throw new IllegalStateException("the unit of work is over");
        return Objects.requireNonNull(key);
    }
}
