package dev.cardea.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.Schema;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Promises of {@link Schema}: the store is changed on request only, and once. */
public interface SchemaContract {
    /** Returns an adapter whose store has nothing yet; for each test another store. */
    Schema onEmptyStore();

    @Test
    default void a_schema_is_reported_and_previewed_without_being_created() {
        var schema = onEmptyStore();

        for (int i = 0; i < 2; i++) {
            var status = schema.schemaStatus();
            assertThat(status.version()).isZero();
            assertThat(status.latest()).isPositive();
            assertThat(status.isEmpty()).isTrue();
            assertThat(status.isCurrent()).isFalse();
            assertThat(schema.schemaDryRun()).isNotEmpty();
        }
        assertThat(schema.schemaKind()).isIn("tables", "indexes");
    }

    @Test
    default void a_schema_is_created_once_and_is_then_complete() {
        var schema = onEmptyStore();
        var first = new CopyOnWriteArrayList<String>();
        schema.createSchema(first::add);

        assertThat(first).isNotEmpty();
        assertThat(schema.schemaStatus().isCurrent()).isTrue();
        assertThat(schema.schemaStatus().isEmpty()).isFalse();
        assertThat(schema.schemaDryRun()).isEmpty();
        assertThat(schema.missing()).isEmpty();
        var second = new CopyOnWriteArrayList<String>();
        schema.createSchema(second::add);
        assertThat(second).noneMatch(line -> line.startsWith("created"));
    }
}
