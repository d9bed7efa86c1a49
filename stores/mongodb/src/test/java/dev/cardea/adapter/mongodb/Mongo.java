package dev.cardea.adapter.mongodb;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.backend.memory.MemoryDatabase;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that speaks MongoDB's protocol and keeps everything in this process. It has no transactions. */
final class Mongo implements AutoCloseable {
    static final String DATABASE = "cardea";

    /** Its indexes are whole or sparse; a partial one is ours. */
    private static final class Backend extends MemoryBackend {
        private final AtomicInteger lookups;

        Backend(AtomicInteger lookups) {
            this.lookups = lookups;
        }

        @Override
        public MemoryDatabase openOrCreateDatabase(String name) {
            return new MemoryDatabase(name, getCursorRegistry()) {
                @Override
                protected Index<Integer> openOrCreateUniqueIndex(
                        String collection, String index, List<IndexKey> keys, boolean sparse) {
                    return index.equals("cardea_email")
                            ? new PartialIndex(index, keys, lookups)
                            : super.openOrCreateUniqueIndex(collection, index, keys, sparse);
                }
            };
        }
    }

    private final MongoServer server;
    private final InetSocketAddress address;
    private final MongoClient client;

    private final ReplicaSet transactions;
    private final AtomicInteger lookups;

    private Mongo(MongoBackend backend, AtomicInteger lookups) {
        this.lookups = lookups;
        transactions = backend instanceof ReplicaSet it ? it : null;
        server = new MongoServer(backend);
        server.bind("127.0.0.1", 0);
        address = server.getLocalAddress();
        client = MongoClients.create(url());
    }

    static Mongo start() {
        var lookups = new AtomicInteger();
        return new Mongo(new Backend(lookups), lookups);
    }

    /** One that has transactions. */
    static Mongo replicaSet() {
        var lookups = new AtomicInteger();
        return new Mongo(new ReplicaSet(() -> new Backend(lookups)), lookups);
    }

    /** How many queries the index on addresses answered. */
    int lookups() {
        return lookups.get();
    }

    ReplicaSet transactions() {
        return transactions;
    }

    int port() {
        return address.getPort();
    }

    String url() {
        return "mongodb://127.0.0.1:" + port();
    }

    MongoClient client() {
        return client;
    }

    MongoAdapter adapter() {
        return MongoAdapter.builder(client, DATABASE).createIndexes(line -> {}).build();
    }

    /** Also for those who are connected. */
    void end() {
        server.shutdownNow();
    }

    @Override
    public void close() {
        client.close();
        end();
    }
}
