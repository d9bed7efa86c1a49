package dev.cardea.adapter.mongodb;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.testkit.OutageContract;
import dev.cardea.adapter.testkit.Relay;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/** A MongoDB behind a network that loses everything, by a client with the timeouts that docs/stores-mongodb.md asks for. */
@Tag("store")
class OutageTest {
    @Nested
    class WithTransactions extends SilentStore {
        WithTransactions() {
            super(Mongo.replicaSet(), true);
        }
    }

    @Nested
    @Tag("nightly")
    class WithoutTransactions extends SilentStore {
        WithoutTransactions() {
            super(Mongo.start(), false);
        }
    }

    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    abstract static class SilentStore implements OutageContract {
        private final Mongo mongo;
        private final Relay relay;
        private final MongoClient client;
        private final MongoAdapter adapter;
        private final boolean hasTransactions;

        SilentStore(Mongo mongo, boolean hasTransactions) {
            this.mongo = mongo;
            this.hasTransactions = hasTransactions;
            relay = new Relay(mongo.port());
            client = MongoClients.create("mongodb://127.0.0.1:" + relay.port()
                    + "/?serverSelectionTimeoutMS=1500&connectTimeoutMS=1500&socketTimeoutMS=1500");
            var builder = MongoAdapter.builder(client, Mongo.DATABASE).createIndexes(line -> {});
            adapter = (hasTransactions ? builder.transactions() : builder).build();
        }

        @Override
        public Adapter adapter() {
            return adapter;
        }

        @Override
        public void fallSilent() {
            relay.fallSilent();
        }

        @Override
        public void recover() {
            relay.recover();
            if (hasTransactions) mongo.transactions().endAbandoned();
        }

        @AfterAll
        void close() throws IOException {
            client.close();
            relay.close();
            mongo.close();
        }
    }
}
