package dev.cardea.adapter.mongodb;

import dev.cardea.adapter.testkit.UserIndexContract;
import dev.cardea.adapter.testkit.WithoutUnitsContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("store")
class MongoContractTest implements WithoutUnitsContract, UserIndexContract {
    private static Mongo mongo;
    private static MongoAdapter adapter;

    @BeforeAll
    static void open() {
        mongo = Mongo.start();
        adapter = mongo.adapter();
    }

    @AfterAll
    static void close() {
        mongo.close();
    }

    @Override
    public MongoAdapter adapter() {
        return adapter;
    }

    @Override
    public boolean keepsOwnFields() {
        return true;
    }

    @Override
    public int rounds() {
        return 50;
    }
}
