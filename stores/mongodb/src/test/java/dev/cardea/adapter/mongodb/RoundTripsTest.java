package dev.cardea.adapter.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.testkit.Flow;
import dev.cardea.adapter.testkit.RoundTripsContract;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/** The round trips of sign-ins, as docs/stores.md has them: each command is one, the end of a transaction among them. */
@Tag("store")
class RoundTripsTest {
    @Nested
    class WithTransactions extends CountedRoundTrips {
        WithTransactions() {
            super(Mongo.replicaSet(), true, 1, 1, 4, 5, 7, 8, 1, 1, 3);
        }
    }

    @Nested
    class WithoutTransactions extends CountedRoundTrips {
        WithoutTransactions() {
            super(Mongo.start(), false, 1, 1, 3, 4, 6, 7, 1, 1, 3);
        }
    }

    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    abstract static class CountedRoundTrips implements RoundTripsContract, CommandListener {
        /** What a driver asks for itself, in the background or at the beginning and end of a connection. */
        private static final Set<String> OF_THE_DRIVER = Set.of("hello", "ismaster", "isMaster", "endSessions");

        private final Map<Flow, Integer> figures;
        private final AtomicLong count = new AtomicLong();
        private final Mongo mongo;
        private final MongoClient client;
        private final MongoAdapter adapter;

        CountedRoundTrips(Mongo mongo, boolean hasTransactions, int... figures) {
            this.mongo = mongo;
            this.figures = RoundTripsContract.figures(figures);
            client = MongoClients.create(MongoClientSettings.builder()
                    .applyConnectionString(new ConnectionString(mongo.url()))
                    .addCommandListener(this)
                    .build());
            var builder = MongoAdapter.builder(client, Mongo.DATABASE).createIndexes(line -> {});
            adapter = (hasTransactions ? builder.transactions(Duration.ofMinutes(5)) : builder).build();
        }

        @Override
        public void commandStarted(CommandStartedEvent event) {
            if (!OF_THE_DRIVER.contains(event.getCommandName())) count.incrementAndGet();
        }

        @Override
        public Adapter adapter() {
            return adapter;
        }

        @Override
        public long roundTrips() {
            return count.get();
        }

        @Override
        public int expected(Flow flow) {
            return figures.get(flow);
        }

        @AfterAll
        void close() {
            client.close();
            mongo.close();
        }
    }
}
