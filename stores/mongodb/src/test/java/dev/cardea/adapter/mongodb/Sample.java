package dev.cardea.adapter.mongodb;

import com.mongodb.client.MongoClients;

/** The sample of the guide. */
final class Sample {
    private Sample() {}

    static MongoAdapter store(String url) {
        // sample
        var client = MongoClients.create(url);
        var adapter = MongoAdapter.builder(client, "app")
                .transactions() // a replica set or a sharded cluster, as all hosted ones are
                .createIndexes(System.out::println)
                .build();
        // end
        return adapter;
    }
}
