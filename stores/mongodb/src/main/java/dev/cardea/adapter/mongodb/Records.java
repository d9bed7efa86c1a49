package dev.cardea.adapter.mongodb;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;

import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.ModuleRecords;
import dev.cardea.adapter.SessionSelection;
import dev.cardea.adapter.StoreConflictException;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Records of modules; kind and id make the id of the document. */
final class Records implements ModuleRecords {
    /** Each failed attempt is another caller's success, so this many indicate an error. */
    private static final int TRIES = 20;

    private final Rows rows;
    private final Clock clock;

    Records(Rows rows, Clock clock) {
        this.rows = rows;
        this.clock = clock;
    }

    @Override
    public Optional<ModuleRecord> getRecord(String kind, String id) {
        if (!ModuleRecord.canExist(kind, id)) return Optional.empty();
        return rows.first(isNamed(kind, id)).map(Records::record);
    }

    @Override
    public List<ModuleRecord> listRecordsByUserId(String userId, String kind) {
        return rows.all(and(isOf(userId), eq("kind", kind))).stream()
                .map(Records::record)
                .toList();
    }

    /** Looks first, because a failed insert ends a transaction. */
    @Override
    public boolean createRecord(ModuleRecord record) {
        for (int tries = 0; tries < TRIES; tries++) {
            var before = getRecord(record.kind(), record.id());
            if (before.isPresent() && !before.get().isExpired(clock.instant())) return false;
            if (before.isPresent() ? overwrite(before.get(), record) : insert(record)) return true;
        }
        throw new StoreConflictException("too many requests change the same record at the same time", null);
    }

    private boolean overwrite(ModuleRecord before, ModuleRecord record) {
        var isBefore = and(isVersion(before), eq("expires", date(before)));
        return rows.change(isBefore, new Document("$set", fields(record))).isPresent();
    }

    private boolean insert(ModuleRecord record) {
        var row = new Document(Documents.ID, name(record.kind(), record.id()));
        row.putAll(fields(record));
        try {
            rows.insert(row);
            return true;
        } catch (Rows.TakenKeyException e) {
            if (rows.inTransaction()) throw new StoreConflictException("the record has just been created", null);
            return false;
        }
    }

    @Override
    public boolean replaceRecord(ModuleRecord record) {
        var fields = new Document("data", record.data())
                .append("version", record.replaced().version())
                .append("expires", date(record));
        return rows.change(isVersion(record), new Document("$set", fields)).isPresent();
    }

    @Override
    public Optional<ModuleRecord> takeRecord(String kind, String id) {
        if (!ModuleRecord.canExist(kind, id)) return Optional.empty();
        return rows.remove(isNamed(kind, id)).map(Records::record);
    }

    @Override
    public void deleteRecordsByUserId(String userId, String kind) {
        rows.removeAll(and(isOf(userId), eq("kind", kind)));
    }

    void deleteByUser(String userId) {
        rows.removeAll(isOf(userId));
    }

    private static Bson isNamed(String kind, String id) {
        return eq(Documents.ID, name(kind, id));
    }

    private static Bson isVersion(ModuleRecord record) {
        return and(isNamed(record.kind(), record.id()), eq("version", record.version()));
    }

    private static Bson isOf(String userId) {
        return eq(
                Documents.USER_ID,
                Documents.userId(SessionSelection.ofUser(userId).userId()));
    }

    /** Unambiguous, as kinds have no colon. */
    private static String name(String kind, String id) {
        return kind + ":" + id;
    }

    private static Document fields(ModuleRecord record) {
        var user = record.userId();
        return new Document("kind", record.kind())
                .append("id", record.id())
                .append(Documents.USER_ID, user == null ? null : Documents.userId(user))
                .append("data", record.data())
                .append("version", record.version())
                .append("expires", date(record));
    }

    private static @Nullable Object date(ModuleRecord record) {
        return record.expires() == null ? null : Documents.date(record.expires());
    }

    private static ModuleRecord record(Document row) {
        var user = row.get(Documents.USER_ID);
        var expires = row.getDate("expires");
        return new ModuleRecord(
                row.getString("kind"),
                row.getString("id"),
                user == null ? null : Documents.text(user),
                row.getString("data"),
                Objects.requireNonNull(row.get("version", Number.class), "a record needs its version")
                        .longValue(),
                expires == null ? null : expires.toInstant());
    }
}
