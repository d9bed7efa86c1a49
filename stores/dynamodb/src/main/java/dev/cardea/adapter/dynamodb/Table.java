package dev.cardea.adapter.dynamodb;

import dev.cardea.adapter.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** The table itself. */
final class Table implements Items {
    /** DynamoDB leaves out of a batch what it is too busy for. */
    private static final int BATCHES = 5;

    private final DynamoDbClient client;
    private final Names names;
    private final AwsRequestOverrideConfiguration limits;
    private final Retry retry;

    /** @param longest time of a request with all its attempts, if the client sets no limit, and of a change that loses races */
    Table(DynamoDbClient client, Names names, Duration longest) {
        this.client = client;
        this.names = names;
        var configured = client.serviceClientConfiguration().overrideConfiguration();
        var limits = AwsRequestOverrideConfiguration.builder();
        if (configured.apiCallTimeout().isEmpty()) limits.apiCallTimeout(longest);
        if (configured.apiCallAttemptTimeout().isEmpty()) limits.apiCallAttemptTimeout(longest.dividedBy(2));
        this.limits = limits.build();
        retry = new Retry(longest);
    }

    @Override
    public <T> T retry(Supplier<Optional<T>> attempt) {
        return retry.until(attempt);
    }

    @Override
    public @Nullable Map<String, AttributeValue> get(Key key) {
        if (!key.isPossible()) return null;
        var answer = Failures.translate(() -> client.getItem(it -> it.tableName(names.table())
                .key(attributes(key))
                .consistentRead(true)
                .overrideConfiguration(limits)));
        return answer.hasItem() ? answer.item() : null;
    }

    @Override
    public List<@Nullable Map<String, AttributeValue>> each(List<Key> keys) {
        var found = new HashMap<Map<String, AttributeValue>, Map<String, AttributeValue>>();
        var left = keys.stream().filter(Key::isPossible).map(this::attributes).toList();
        for (int i = 0; i < BATCHES && !left.isEmpty(); i++) {
            var asked = Map.of(
                    names.table(),
                    KeysAndAttributes.builder().keys(left).consistentRead(true).build());
            var answer = Failures.translate(
                    () -> client.batchGetItem(it -> it.requestItems(asked).overrideConfiguration(limits)));
            for (var item : answer.responses().getOrDefault(names.table(), List.of())) {
                found.put(keyIn(item), item);
            }
            var unprocessed = answer.unprocessedKeys().get(names.table());
            left = unprocessed == null ? List.of() : unprocessed.keys();
        }
        if (!left.isEmpty()) throw new StoreUnavailableException("DynamoDB did not read all that it was asked", null);
        var each = new ArrayList<@Nullable Map<String, AttributeValue>>();
        for (var key : keys) each.add(found.get(attributes(key)));
        return each;
    }

    private Map<String, AttributeValue> keyIn(Map<String, AttributeValue> item) {
        return attributes(new Key(Attributes.required(item, names.pk()), Attributes.required(item, names.sk())));
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
        return Failures.translate(() -> client
                .queryPaginator(it -> it.tableName(this.names.table())
                        .keyConditionExpression("#pk = :pk" + (prefix.isEmpty() ? "" : " AND begins_with(#sk, :sk)"))
                        .expressionAttributeNames(names)
                        .expressionAttributeValues(values)
                        .consistentRead(true)
                        .overrideConfiguration(limits))
                .items()
                .stream()
                .toList());
    }

    @Override
    public List<Key> indexed(Key indexKey) {
        if (!names.hasIndex() || !indexKey.isPossible()) return List.of();
        return Failures.translate(() -> client
                .queryPaginator(it -> it.tableName(names.table())
                        .indexName(names.index())
                        .keyConditionExpression("#pk = :pk AND #sk = :sk")
                        .expressionAttributeNames(Map.of("#pk", names.indexPk(), "#sk", names.indexSk()))
                        .expressionAttributeValues(Map.of(
                                ":pk", AttributeValue.fromS(indexKey.pk()), ":sk", AttributeValue.fromS(indexKey.sk())))
                        .overrideConfiguration(limits))
                .items()
                .stream()
                .map(item -> new Key(Attributes.required(item, names.pk()), Attributes.required(item, names.sk())))
                .toList());
    }

    /**
     * The client repeats a request that was not answered. A condition that the first try has made false would then be
     * the answer, so what has one goes as a transaction, whose repetition DynamoDB knows by a token of the request.
     */
    @Override
    public boolean together(List<Change> changes) {
        return Failures.translate(() -> areMade(changes));
    }

    private boolean areMade(List<Change> changes) {
        try {
            if (changes.size() == 1 && changes.get(0).isRepeatable()) alone(changes.get(0));
            else if (!changes.isEmpty()) {
                var all = changes.stream().map(this::part).toList();
                var ignored =
                        client.transactWriteItems(it -> it.transactItems(all).overrideConfiguration(limits));
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
            var ignored = client.deleteItem(it ->
                    it.tableName(names.table()).key(attributes(change.key())).overrideConfiguration(limits));
        } else {
            var ignored = client.putItem(it -> it.tableName(names.table())
                    .item(whole(change.key(), becomes))
                    .overrideConfiguration(limits));
        }
    }

    private TransactWriteItem part(Change change) {
        var words = UpdateExpression.of(change, names);
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
