package dev.cardea.adapter.dynamodb;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.testkit.OutageContract;
import dev.cardea.adapter.testkit.Relay;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A DynamoDB behind a network that loses everything, with a client that sets no timeouts. */
@Tag("store")
class OutageTest implements OutageContract {
    private static Dynamo dynamo;
    private static Relay relay;
    private static DynamoDbClient client;
    private static DynamoAdapter adapter;

    @BeforeAll
    static void open() throws Exception {
        dynamo = Dynamo.start();
        Dynamo.patient(dynamo.client()).build().createSchema(line -> {});
        relay = new Relay(dynamo.port());
        client = Dynamo.client(UrlConnectionHttpClient.create(), relay.port());
        adapter = DynamoAdapter.of(client);
    }

    @AfterAll
    static void close() throws Exception {
        client.close();
        relay.close();
        dynamo.close();
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
    }
}
