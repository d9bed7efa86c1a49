package dev.cardea.adapter.dynamodb;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The table with its index, billed per request. DynamoDB deletes expired items by itself. */
record DynamoTable(DynamoDbClient client, Names names) {
    boolean isThere() {
        try {
            return client.describeTable(it -> it.tableName(names.table())).table() != null;
        } catch (ResourceNotFoundException e) {
            return false;
        }
    }

    /** Returns what {@link #create} does, a line for each step. */
    List<String> steps() {
        var index = names.hasIndex() ? " with the index " + names.index() : "";
        return List.of(
                "create the table " + names.table() + index,
                "delete expired items by their attribute " + Attributes.EXPIRES);
    }

    void create(Consumer<String> log) {
        var made = client.createTable(this::table);
        try (var waiter = client.waiter()) {
            waiter.waitUntilTableExists(it -> it.tableName(names.table()));
        }
        log.accept("created the table " + made.tableDescription().tableName());
        var ends = client.updateTimeToLive(it -> it.tableName(names.table())
                .timeToLiveSpecification(
                        ttl -> ttl.attributeName(Attributes.EXPIRES).enabled(true)));
        log.accept("expired items are deleted by their "
                + ends.timeToLiveSpecification().attributeName());
    }

    private void table(CreateTableRequest.Builder it) {
        var attributes = new ArrayList<>(List.of(text(names.pk()), text(names.sk())));
        it.tableName(names.table())
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(key(names.pk(), KeyType.HASH), key(names.sk(), KeyType.RANGE));
        if (names.hasIndex()) {
            attributes.addAll(List.of(text(names.indexPk()), text(names.indexSk())));
            it.globalSecondaryIndexes(index());
        }
        it.attributeDefinitions(attributes);
    }

    private GlobalSecondaryIndex index() {
        return GlobalSecondaryIndex.builder()
                .indexName(names.index())
                .keySchema(key(names.indexPk(), KeyType.HASH), key(names.indexSk(), KeyType.RANGE))
                .projection(projection -> projection.projectionType(ProjectionType.ALL))
                .build();
    }

    private static AttributeDefinition text(String name) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(ScalarAttributeType.S)
                .build();
    }

    private static KeySchemaElement key(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }
}
