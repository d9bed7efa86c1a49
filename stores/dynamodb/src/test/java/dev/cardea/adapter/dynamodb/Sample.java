package dev.cardea.adapter.dynamodb;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The sample of the guide. */
final class Sample {
    private Sample() {}

    static DynamoAdapter store(DynamoDbClient client) {
        // sample
        var adapter = DynamoAdapter.builder(client).table("people").build();
        adapter.createSchema(System.out::println); // or with the tool that makes your other tables
        // end
        return adapter;
    }
}
