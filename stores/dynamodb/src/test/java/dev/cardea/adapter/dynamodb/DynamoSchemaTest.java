package dev.cardea.adapter.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.Schema;
import dev.cardea.adapter.testkit.SchemaContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("store")
class DynamoSchemaTest implements SchemaContract {
    private Dynamo dynamo;

    @BeforeEach
    void open() throws Exception {
        dynamo = Dynamo.start();
    }

    @AfterEach
    void close() throws Exception {
        dynamo.close();
    }

    @Override
    public Schema onEmptyStore() {
        return Dynamo.patient(dynamo.client()).build();
    }

    @Test
    void a_table_has_the_names_of_its_adapter_and_an_index_only_if_that_is_used() {
        var own = Dynamo.patient(dynamo.client())
                .table("own")
                .keys("partition", "sort")
                .withoutIndex()
                .build();
        assertThat(own.schemaDryRun())
                .containsExactly("create the table own", "delete expired items by their attribute expires");
        own.createSchema(line -> {});

        var table = dynamo.client().describeTable(it -> it.tableName("own")).table();
        assertThat(table.keySchema()).extracting(it -> it.attributeName()).containsExactly("partition", "sort");
        assertThat(table.hasGlobalSecondaryIndexes()).isFalse();
        own.check();
    }
}
