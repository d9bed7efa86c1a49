package dev.cardea.adapter.dynamodb;

import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBRequestHandler;
import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBServerHandler;
import com.amazonaws.services.dynamodbv2.local.shared.access.sqlite.SQLiteLibraryLoader;
import java.net.URI;
import java.time.Duration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/**
 * DynamoDB local, in memory. Its own server would listen on all interfaces and send telemetry, so its request handler
 * runs in a server that does neither.
 */
final class Dynamo implements AutoCloseable {
    static final String TABLE = "next-auth";

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);
    private final DynamoDbClient client;

    private Dynamo() throws Exception {
        SQLiteLibraryLoader.initialize();
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(
                new LocalDynamoDBServerHandler(new LocalDynamoDBRequestHandler(0, true, null, true, false), null));
        server.start();
        client = builder(UrlConnectionHttpClient.create(), port())
                .overrideConfiguration(it -> it.apiCallTimeout(PATIENCE).apiCallAttemptTimeout(PATIENCE))
                .build();
    }

    /** Another client of the same table. */
    DynamoDbClient client(SdkHttpClient http) {
        return client(http, port());
    }

    /** One that reaches it through another port. */
    static DynamoDbClient client(SdkHttpClient http, int port) {
        return builder(http, port).build();
    }

    private static DynamoDbClientBuilder builder(SdkHttpClient http, int port) {
        return DynamoDbClient.builder()
                .endpointOverride(URI.create("http://127.0.0.1:" + port))
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
                .httpClient(http);
    }

    static DynamoAdapter.Builder patient(DynamoDbClient client) {
        return DynamoAdapter.builder(client).timeout(PATIENCE);
    }

    static Dynamo start() throws Exception {
        return new Dynamo();
    }

    int port() {
        return connector.getLocalPort();
    }

    String url() {
        return "http://127.0.0.1:" + port();
    }

    /** Waits for a busy machine, as {@link #adapter()} does. */
    DynamoDbClient client() {
        return client;
    }

    /** One that waits for a busy machine: what a timeout does is tested by itself. */
    DynamoAdapter adapter() {
        var adapter = patient(client()).build();
        adapter.createSchema(line -> {});
        return adapter;
    }

    @Override
    public void close() throws Exception {
        client.close();
        server.stop();
    }
}
