package dev.cardea.adapter.jdbc;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the tables and columns are called. Code says the logical names, which are those of the interface; a layout says
 * what they are in the database where they differ.
 *
 * @param isolation that two sign-ins at once need; {@code null} where unique keys keep them apart at any level
 */
record Layout(
        Map<String, String> tables,
        Map<String, String> columns,
        @Nullable Integer isolation) {
    /** The default tables of Drizzle's adapter: the logical names as they are. */
    static final Layout DRIZZLE = new Layout(Map.of(), Map.of(), null);

    Layout {
        tables = Map.copyOf(tables);
        columns = Map.copyOf(columns);
    }

    String table(String logical) {
        return tables.getOrDefault(logical, logical);
    }

    String column(String logical) {
        return columns.getOrDefault(logical, logical);
    }
}
