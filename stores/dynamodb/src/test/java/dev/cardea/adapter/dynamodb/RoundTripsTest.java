package dev.cardea.adapter.dynamodb;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.testkit.Flow;
import dev.cardea.adapter.testkit.RoundTripsContract;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The round trips of sign-ins, as docs/stores.md has them: each request is one. */
@Tag("store")
class RoundTripsTest {
    @Nested
    class WithoutIndex extends CountedRoundTrips {
        WithoutIndex() throws Exception {
            super(false, 3, 3, 5, 5, 4, 10, 2, 23, 27);
        }
    }

    /** What is found nowhere else is looked for in the index too. */
    @Nested
    class WithIndex extends CountedRoundTrips {
        WithIndex() throws Exception {
            super(true, 3, 3, 5, 5, 6, 10, 2, 23, 27);
        }
    }

    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    abstract static class CountedRoundTrips implements RoundTripsContract {
        private final Map<Flow, Integer> figures;
        private final AtomicLong count = new AtomicLong();
        private final Dynamo dynamo = Dynamo.start();
        private final DynamoDbClient client = dynamo.client(new CountingHttpClient(count));
        private final DynamoAdapter adapter;

        CountedRoundTrips(boolean hasIndex, int... figures) throws Exception {
            this.figures = RoundTripsContract.figures(figures);
            Dynamo.patient(dynamo.client()).build().createSchema(line -> {});
            // A request that is given up and sent again would count twice.
            var builder = Dynamo.patient(client);
            adapter = (hasIndex ? builder : builder.withoutIndex()).build();
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
        void close() throws Exception {
            client.close();
            dynamo.close();
        }
    }

    /** A network that counts what it carries. */
    private record CountingHttpClient(SdkHttpClient below, AtomicLong count) implements SdkHttpClient {
        CountingHttpClient(AtomicLong count) {
            this(UrlConnectionHttpClient.create(), count);
        }

        @Override
        public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
            count.incrementAndGet();
            return below.prepareRequest(request);
        }

        @Override
        public void close() {
            below.close();
        }
    }
}
