package dev.cardea.adapter.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.testkit.FullContract;
import dev.cardea.adapter.testkit.UserIndexContract;
import dev.cardea.adapter.testkit.UserLocksContract;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** With transactions. */
@Tag("store")
class MongoReplicaSetContractTest implements FullContract, UserIndexContract, UserLocksContract {
    private static Mongo mongo;
    private static MongoAdapter adapter;

    @BeforeAll
    static void open() {
        mongo = Mongo.replicaSet();
        // Each transaction copies everything here, which takes longer than on a real one.
        adapter = MongoAdapter.builder(mongo.client(), Mongo.DATABASE)
                .transactions(Duration.ofSeconds(30))
                .createIndexes(line -> {})
                .build();
    }

    @AfterAll
    static void close() {
        mongo.close();
    }

    /** Every command of a unit names its transaction, and none is left hanging. */
    @AfterEach
    void nothingIsOpen() {
        assertThat(mongo.transactions().open()).isZero();
    }

    @Override
    public MongoAdapter adapter() {
        return adapter;
    }

    @Override
    public boolean keepsOwnFields() {
        return true;
    }

    /** A transaction copies everything here, so the first of them have little to copy. */
    @Override
    public int rounds() {
        return 5;
    }

    @Override
    public int runners() {
        return 8;
    }
}
