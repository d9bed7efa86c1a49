package dev.cardea.adapter.dynamodb;

import dev.cardea.adapter.testkit.FullContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class DynamoContractTest implements FullContract {
    private static Dynamo dynamo;
    private static DynamoAdapter adapter;

    @BeforeAll
    static void open() throws Exception {
        dynamo = Dynamo.start();
        adapter = dynamo.adapter();
    }

    @AfterAll
    static void close() throws Exception {
        if (dynamo != null) dynamo.close();
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
        return 10;
    }

    @Override
    public int runners() {
        return 16;
    }
}
