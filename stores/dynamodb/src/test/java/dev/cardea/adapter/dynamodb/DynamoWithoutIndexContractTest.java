package dev.cardea.adapter.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.testkit.FullContract;
import dev.cardea.adapter.testkit.UserLocksContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Everything is found by pointers: the index of DynamoDB Local is never late, so it would hide one that is missing. */
@Tag("nightly")
@Tag("rotation-2")
@Tag("store")
class DynamoWithoutIndexContractTest implements FullContract, UserLocksContract {
    private static Dynamo dynamo;
    private static DynamoAdapter adapter;

    @BeforeAll
    static void open() throws Exception {
        dynamo = Dynamo.start();
        Dynamo.patient(dynamo.client()).build().createSchema(line -> {});
        adapter = Dynamo.patient(dynamo.client()).withoutIndex().build();
    }

    @AfterAll
    static void close() throws Exception {
        if (dynamo == null) return;
        var indexed = dynamo.client().scan(it -> it.tableName(Dynamo.TABLE).indexName("GSI1"));
        assertThat(indexed.items()).isEmpty();
        dynamo.close();
    }

    @Override
    public DynamoAdapter adapter() {
        return adapter;
    }

    @Override
    public boolean keepsOwnFields() {
        return true;
    }

    @Override
    public int rounds() {
        return 5;
    }

    @Override
    public int runners() {
        return 8;
    }
}
