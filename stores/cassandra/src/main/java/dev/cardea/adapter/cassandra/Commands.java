package dev.cardea.adapter.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the adapter asks of Cassandra. Each call is about one partition. */
interface Commands {
    /** In the place of a value: the column stays as it is. */
    Object SAME = new Object();

    /**
     * Returns the row with this key as a majority has it; {@code null} if it is absent, or the text cannot be a key.
     */
    @Nullable Row row(String cql, String... key);

    /** The same after whatever was on its way is decided: for what depends on it. */
    @Nullable Row settled(String cql, String... key);

    /** All rows of a partition. */
    List<Row> rows(String cql, String key);

    /** A write that nothing depends on. */
    void write(String cql, @Nullable Object... values);

    /**
     * A light-weight transaction. It may run again where Cassandra cannot say what became of it, so a statement must leave
     * something by which {@link Outcome#isAgain a second run} knows the first.
     */
    Outcome decide(String cql, @Nullable Object... values);

    /**
     * What became of it.
     *
     * @param isApplied whether the condition held
     * @param isAgain whether an earlier run may have been applied already
     * @param found what was there where the condition did not hold
     */
    record Outcome(
            boolean isApplied, boolean isAgain, @Nullable Row found) {
        @Nullable String text(String column) {
            return found != null && found.getColumnDefinitions().contains(column) ? found.getString(column) : null;
        }

        @Nullable Instant time(String column) {
            return found != null && found.getColumnDefinitions().contains(column) ? found.getInstant(column) : null;
        }

        boolean has(String column, String value) {
            return Objects.equals(text(column), value);
        }
    }
}
