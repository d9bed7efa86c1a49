package dev.cardea.adapter.dynamodb;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** The table itself. */
final class Table implements Items {
    private final DynamoDbClient client;
    private final Names names;

    Table(DynamoDbClient client, Names names) {
        this.client = client;
        this.names = names;
    }

    @Override
    public @Nullable Map<String, AttributeValue> get(Key key) {
        if (!key.isPossible()) return null;
        var answer = client.getItem(
                it -> it.tableName(names.table()).key(attributes(key)).consistentRead(true));
        return answer.hasItem() ? answer.item() : null;
    }

    @Override
    public List<Map<String, AttributeValue>> all(String pk, String prefix) {
        if (!new Key(pk, prefix).isPossible()) return List.of();
        var names = new HashMap<>(Map.of("#pk", this.names.pk()));
        var values = new HashMap<>(Map.of(":pk", AttributeValue.fromS(pk)));
        if (!prefix.isEmpty()) {
            names.put("#sk", this.names.sk());
            values.put(":sk", AttributeValue.fromS(prefix));
        }
        var found = new ArrayList<Map<String, AttributeValue>>();
        client.queryPaginator(it -> it.tableName(this.names.table())
                        .keyConditionExpression("#pk = :pk" + (prefix.isEmpty() ? "" : " AND begins_with(#sk, :sk)"))
                        .expressionAttributeNames(names)
                        .expressionAttributeValues(values)
                        .consistentRead(true))
                .items()
                .forEach(found::add);
        return found;
    }

    @Override
    public List<Key> indexed(Key indexKey) {
        if (!names.hasIndex() || !indexKey.isPossible()) return List.of();
        var found = new ArrayList<Key>();
        client.queryPaginator(it -> it.tableName(names.table())
                        .indexName(names.index())
                        .keyConditionExpression("#pk = :pk AND #sk = :sk")
                        .expressionAttributeNames(Map.of("#pk", names.indexPk(), "#sk", names.indexSk()))
                        .expressionAttributeValues(Map.of(
                                ":pk",
                                AttributeValue.fromS(indexKey.pk()),
                                ":sk",
                                AttributeValue.fromS(indexKey.sk()))))
                .items()
                .forEach(item -> found.add(
                        new Key(Attributes.required(item, names.pk()), Attributes.required(item, names.sk()))));
        return found;
    }

    /**
     * The client repeats a request that was not answered. A condition that the first try has made false would then be
     * the answer, so what has one goes as a transaction, whose repetition DynamoDB knows by a token of the request.
     */
    @Override
    public boolean together(List<Change> changes) {
        try {
            if (changes.size() == 1 && changes.get(0).isRepeatable()) alone(changes.get(0));
            else if (!changes.isEmpty()) {
                var all = changes.stream().map(this::part).toList();
                var ignored = client.transactWriteItems(it -> it.transactItems(all));
            }
            return true;
        } catch (TransactionConflictException e) {
            return false;
        } catch (TransactionCanceledException e) {
            if (e.cancellationReasons().stream().allMatch(Table::isSomebodyElse)) return false;
            throw e;
        }
    }

    private static boolean isSomebodyElse(CancellationReason reason) {
        return reason.code() == null
                || List.of("None", "ConditionalCheckFailed", "TransactionConflict")
                        .contains(reason.code());
    }

    private void alone(Change change) {
        var becomes = change.becomes();
        if (becomes == null) {
            var ignored = client.deleteItem(it -> it.tableName(names.table()).key(attributes(change.key())));
        } else {
            var ignored = client.putItem(it -> it.tableName(names.table()).item(whole(change.key(), becomes)));
        }
    }

    private TransactWriteItem part(Change change) {
        var words = Words.of(change, names);
        var part = TransactWriteItem.builder();
        var becomes = change.becomes();
        if (!change.writes()) {
            part.conditionCheck(ConditionCheck.builder()
                    .tableName(names.table())
                    .key(attributes(change.key()))
                    .conditionExpression(words.condition())
                    .expressionAttributeNames(words.names())
                    .expressionAttributeValues(words.values())
                    .build());
        } else if (becomes == null) {
            part.delete(Delete.builder()
                    .tableName(names.table())
                    .key(attributes(change.key()))
                    .conditionExpression(words.condition())
                    .expressionAttributeNames(words.names())
                    .expressionAttributeValues(words.values())
                    .build());
        } else if (words.update() != null) {
            part.update(Update.builder()
                    .tableName(names.table())
                    .key(attributes(change.key()))
                    .updateExpression(words.update())
                    .conditionExpression(words.condition())
                    .expressionAttributeNames(words.names())
                    .expressionAttributeValues(words.values())
                    .build());
        } else {
            part.put(Put.builder()
                    .tableName(names.table())
                    .item(whole(change.key(), becomes))
                    .conditionExpression(words.condition())
                    .expressionAttributeNames(words.names())
                    .expressionAttributeValues(words.values())
                    .build());
        }
        return part.build();
    }

    private Map<String, AttributeValue> attributes(Key key) {
        return Map.of(names.pk(), AttributeValue.fromS(key.pk()), names.sk(), AttributeValue.fromS(key.sk()));
    }

    private Map<String, AttributeValue> whole(Key key, Map<String, AttributeValue> item) {
        var whole = new HashMap<>(item);
        whole.putAll(attributes(key));
        return whole;
    }
}
