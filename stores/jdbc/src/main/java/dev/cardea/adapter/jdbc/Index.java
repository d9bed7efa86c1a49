package dev.cardea.adapter.jdbc;

import java.util.HashSet;
import java.util.List;

/**
 * An index of a table.
 *
 * @param columns by their names in the database, in the order of the index
 * @param isUnique whether it refuses a second row, whatever else is in it
 */
record Index(List<String> columns, boolean isUnique) {
    Index {
        columns = List.copyOf(columns);
    }

    /** Whether it refuses two rows with the same values in these columns. */
    boolean isKeyOf(List<String> wanted) {
        return isUnique && !columns.isEmpty() && wanted.containsAll(columns);
    }

    /** Whether it finds rows by these columns, in whatever order. */
    boolean finds(List<String> wanted) {
        if (columns.size() < wanted.size()) return isUnique && wanted.containsAll(columns) && !columns.isEmpty();
        return new HashSet<>(columns.subList(0, wanted.size())).containsAll(wanted);
    }
}
