package dev.cardea.adapter.dynamodb;

import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.ModuleRecords;
import dev.cardea.adapter.SessionSelection;
import dev.cardea.adapter.dynamodb.Items.Change;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Records of modules, and for each an entry in the list of its user. Both change together. DynamoDB deletes them some time
 * after they expire.
 */
final class Records implements ModuleRecords {
    private static final String VERSION = "version";

    private final Items items;
    private final Clock clock;

    Records(Items items, Clock clock) {
        this.items = items;
        this.clock = clock;
    }

    @Override
    public Optional<ModuleRecord> getRecord(String kind, String id) {
        if (!ModuleRecord.canExist(kind, id)) return Optional.empty();
        return Optional.ofNullable(items.get(key(kind, id))).map(Records::record);
    }

    @Override
    public List<ModuleRecord> listRecordsByUserId(String userId, String kind) {
        var user = owner(userId);
        return ofUser(user, kind + "#").stream()
                .flatMap(entry -> getRecord(kind, Attributes.required(entry, "id")).stream())
                .filter(record -> user.equals(record.userId()))
                .toList();
    }

    @Override
    public boolean createRecord(ModuleRecord record) {
        var key = key(record.kind(), record.id());
        return items.retry(() -> {
            var was = items.get(key);
            var before = was == null ? null : record(was);
            if (before != null && !before.isExpired(clock.instant())) return Optional.of(false);
            var changes = new ArrayList<Change>();
            changes.add(Change.put(key, was, row(record)));
            changes.addAll(entry(record));
            if (before != null && before.userId() != null && !before.userId().equals(record.userId())) {
                changes.add(Change.delete(entryKey(before.userId(), before.kind(), before.id())));
            }
            return items.together(changes) ? Optional.of(true) : Optional.empty();
        });
    }

    @Override
    public boolean replaceRecord(ModuleRecord record) {
        var key = key(record.kind(), record.id());
        return items.retry(() -> {
            var was = items.get(key);
            if (was == null || record(was).version() != record.version()) return Optional.of(false);
            var after = record(was).with(record.data(), record.expires()).replaced();
            var changes = new ArrayList<Change>();
            changes.add(Change.put(key, was, row(after)));
            changes.addAll(entry(after));
            return items.together(changes) ? Optional.of(true) : Optional.empty();
        });
    }

    @Override
    public Optional<ModuleRecord> takeRecord(String kind, String id) {
        if (!ModuleRecord.canExist(kind, id)) return Optional.empty();
        var key = key(kind, id);
        return items.retry(() -> {
            var was = items.get(key);
            if (was == null) return Optional.of(Optional.<ModuleRecord>empty());
            var record = record(was);
            var changes = new ArrayList<Change>();
            changes.add(Change.delete(key, was));
            if (record.userId() != null) changes.add(Change.delete(entryKey(record.userId(), kind, id)));
            return items.together(changes) ? Optional.of(Optional.of(record)) : Optional.empty();
        });
    }

    @Override
    public void deleteRecordsByUserId(String userId, String kind) {
        delete(owner(userId), kind + "#");
    }

    void deleteByUser(String userId) {
        delete(owner(userId), "");
    }

    private void delete(String user, String prefix) {
        for (var entry : ofUser(user, prefix)) {
            delete(user, Attributes.required(entry, "kind"), Attributes.required(entry, "id"));
        }
    }

    /** An entry may outlive its record, whose name another user's record may have by now. */
    private void delete(String user, String kind, String id) {
        var key = key(kind, id);
        var ignored = items.retry(() -> {
            var was = items.get(key);
            var changes = new ArrayList<Change>();
            if (was != null && user.equals(record(was).userId())) changes.add(Change.delete(key, was));
            changes.add(Change.delete(entryKey(user, kind, id)));
            return items.together(changes) ? Optional.of(true) : Optional.empty();
        });
    }

    private List<Map<String, AttributeValue>> ofUser(String user, String prefix) {
        return items.all(list(user), prefix);
    }

    /** The user as records have it. */
    private static String owner(String userId) {
        return SessionSelection.ofUser(userId).userId();
    }

    private static String list(String user) {
        return "CARDEA#RECORDS#MODULE#" + user;
    }

    /** Unambiguous, as kinds have no number sign. */
    private static Key entryKey(String user, String kind, String id) {
        return new Key(list(user), kind + "#" + id);
    }

    private static Key key(String kind, String id) {
        return Key.of("CARDEA#RECORD#" + kind + "#" + id);
    }

    private static List<Change> entry(ModuleRecord record) {
        var user = record.userId();
        if (user == null) return List.of();
        return List.of(Change.put(entryKey(user, record.kind(), record.id()), named(record)));
    }

    private static Map<String, AttributeValue> named(ModuleRecord record) {
        var row = new HashMap<String, AttributeValue>();
        row.put("kind", AttributeValue.fromS(record.kind()));
        row.put("id", AttributeValue.fromS(record.id()));
        if (record.expires() != null) row.put(Attributes.EXPIRES, Attributes.seconds(record.expires()));
        return row;
    }

    private static Map<String, AttributeValue> row(ModuleRecord record) {
        var row = new HashMap<>(named(record));
        if (record.userId() != null) row.put("userId", AttributeValue.fromS(record.userId()));
        row.put("data", AttributeValue.fromS(record.data()));
        row.put(VERSION, AttributeValue.fromN(Long.toString(record.version())));
        row.put("type", AttributeValue.fromS("CARDEA"));
        return row;
    }

    private static ModuleRecord record(Map<String, AttributeValue> row) {
        return new ModuleRecord(
                Attributes.required(row, "kind"),
                Attributes.required(row, "id"),
                Attributes.text(row, "userId"),
                Attributes.required(row, "data"),
                version(row.get(VERSION)),
                row.containsKey(Attributes.EXPIRES) ? Attributes.expires(row) : null);
    }

    private static long version(@Nullable AttributeValue value) {
        if (value == null || value.n() == null) throw new IllegalStateException("a record needs its version");
        return Long.parseLong(value.n());
    }
}
