package dev.cardea.adapter.jdbc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An insert or update.
 *
 * @param filled values that the table needs beyond those of Auth.js; they come first
 */
record Write(String sql, List<Supplier<Object>> filled) {
    /** The same, which returns these columns of the rows it hit. */
    Write returning(List<Column> columns) {
        return new Write(sql + " returning " + Column.list(columns), filled);
    }

    @Nullable Object[] with(@Nullable Object... given) {
        var values = new ArrayList<@Nullable Object>();
        for (var value : filled) values.add(value.get());
        values.addAll(Arrays.asList(given));
        return values.toArray();
    }
}
