package dev.cardea.adapter.dynamodb;

import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Creates the table, for applications without their own tool for that. */
public final class DynamoTable {
    private DynamoTable() {}

    /**
     * Creates the table with its index, billed per request, and lets DynamoDB delete expired items. Keeps an existing
     * table as it is.
     *
     * @param log hears a line for each step
     */
    public static void create(DynamoDbClient client, String table, Consumer<String> log) {
        var names = Names.STANDARD;
        if (isThere(client, table)) return;
        var made = client.createTable(it -> it.tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(text(names.pk()), text(names.sk()), text(names.indexPk()), text(names.indexSk()))
                .keySchema(key(names.pk(), KeyType.HASH), key(names.sk(), KeyType.RANGE))
                .globalSecondaryIndexes(index -> index.indexName(names.index())
                        .keySchema(key(names.indexPk(), KeyType.HASH), key(names.indexSk(), KeyType.RANGE))
                        .projection(projection -> projection.projectionType(ProjectionType.ALL))));
        try (var waiter = client.waiter()) {
            var there = waiter.waitUntilTableExists(it -> it.tableName(table));
        }
        log.accept("created the table " + made.tableDescription().tableName());
        var ends = client.updateTimeToLive(it -> it.tableName(table)
                .timeToLiveSpecification(
                        ttl -> ttl.attributeName(Attributes.EXPIRES).enabled(true)));
        log.accept("expired items are deleted by their "
                + ends.timeToLiveSpecification().attributeName());
    }

    private static boolean isThere(DynamoDbClient client, String table) {
        try {
            return client.describeTable(it -> it.tableName(table)).table() != null;
        } catch (ResourceNotFoundException e) {
            return false;
        }
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
