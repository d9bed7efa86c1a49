package dev.cardea.adapter.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.ModuleRecords;
import dev.cardea.adapter.SessionSelection;
import dev.cardea.adapter.StoreConflictException;
import dev.cardea.token.Randomness;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Records of modules, on a list for each user. Each write leaves a random name, which the next one requires, and for an hour
 * a taken record says who took it. So a run in doubt recognizes its own write. The name of a removed record stays on the
 * list, because a removal from the list could hit a new record of the same name.
 */
final class Records implements ModuleRecords {
    private static final String SELECT =
            "select user_id, data, version, expires, written_by from cardea_record where name = ?";
    /** All columns, as each expires with the statement that wrote it. */
    private static final String WRITE = "update cardea_record using ttl ? set user_id = ?, data = ?, version = ?,"
            + " expires = ?, written_by = ?, taken_by = null where name = ? if written_by = ?";

    private static final String TAKE = "update cardea_record using ttl ? set user_id = null, data = null,"
            + " version = null, expires = null, written_by = null, taken_by = ?"
            + " where name = ? if written_by = ? and taken_by = null";

    private static final String ENLIST = "insert into cardea_record_by_user (user_id, name) values (?, ?) using ttl ?";
    private static final String LISTED = "select name from cardea_record_by_user where user_id = ?";
    private static final String DELIST = "delete from cardea_record_by_user where user_id = ? and name = ?";

    private static final int TRIES = 1_000;

    /** @param writtenBy the random name of the write */
    private record RecordWrite(ModuleRecord record, String writtenBy) {}

    private final Commands commands;
    private final Expiry ends;
    private final Randomness randomness;

    Records(Commands commands, Expiry ends, Randomness randomness) {
        this.commands = commands;
        this.ends = ends;
        this.randomness = randomness;
    }

    @Override
    public Optional<ModuleRecord> getRecord(String kind, String id) {
        if (!ModuleRecord.canExist(kind, id)) return Optional.empty();
        return read(name(kind, id)).map(RecordWrite::record);
    }

    @Override
    public List<ModuleRecord> listRecordsByUserId(String userId, String kind) {
        return ofUser(owner(userId), name(kind, "")).stream()
                .map(RecordWrite::record)
                .toList();
    }

    /** List, then row: a record that is there can be found from its user. */
    @Override
    public boolean createRecord(ModuleRecord record) {
        var before = read(name(record));
        for (int tries = 0; tries < TRIES; tries++) {
            if (before.isPresent() && !before.get().record().isExpired(ends.now())) {
                if (tries > 0) enlist(before.get().record());
                return false;
            }
            enlist(record);
            if (write(record, before.map(RecordWrite::writtenBy).orElse(null))) return true;
            before = settled(name(record));
        }
        throw conflict();
    }

    /** Who loses may have moved the end that the winner's record has on the list, and moves it back. */
    @Override
    public boolean replaceRecord(ModuleRecord record) {
        var before = read(name(record));
        for (int tries = 0; tries < TRIES && before.isPresent(); tries++) {
            if (before.get().record().version() != record.version()) {
                if (tries > 0) enlist(before.get().record());
                return false;
            }
            var after =
                    before.get().record().with(record.data(), record.expires()).replaced();
            enlist(after);
            if (write(after, before.get().writtenBy())) return true;
            before = settled(name(record));
        }
        if (before.isPresent()) throw conflict();
        return false;
    }

    @Override
    public Optional<ModuleRecord> takeRecord(String kind, String id) {
        if (!ModuleRecord.canExist(kind, id)) return Optional.empty();
        return take(read(name(kind, id)));
    }

    private Optional<ModuleRecord> take(Optional<RecordWrite> read) {
        var found = read;
        for (int tries = 0; tries < TRIES && found.isPresent(); tries++) {
            var record = found.get().record();
            var taking = randomness.uuid();
            var outcome = commands.decide(
                    TAKE,
                    ends.seconds(ends.now()),
                    taking,
                    name(record),
                    found.get().writtenBy());
            if (outcome.isApplied() || outcome.has("taken_by", taking)) return Optional.of(record);
            found = settled(name(record));
        }
        if (found.isPresent()) throw conflict();
        return Optional.empty();
    }

    @Override
    public void deleteRecordsByUserId(String userId, String kind) {
        ofUser(owner(userId), name(kind, "")).forEach(found -> take(Optional.of(found)));
    }

    /** For a user who goes: the list goes too. */
    void deleteByUser(String userId) {
        var user = owner(userId);
        var names = names(user);
        written(user, names).forEach(found -> take(Optional.of(found)));
        for (var name : names) commands.write(DELIST, user, name);
    }

    private List<RecordWrite> ofUser(String user, String prefix) {
        return written(
                user, names(user).stream().filter(it -> it.startsWith(prefix)).toList());
    }

    private List<RecordWrite> written(String user, List<String> names) {
        return names.stream()
                .flatMap(name -> read(name).stream())
                .filter(found -> user.equals(found.record().userId()))
                .toList();
    }

    private List<String> names(String user) {
        return commands.rows(LISTED, user).stream()
                .map(row -> Objects.requireNonNull(row.getString("name")))
                .toList();
    }

    private void enlist(ModuleRecord record) {
        var user = record.userId();
        if (user == null) return;
        Key.check(user);
        int seconds = record.expires() == null ? Expiry.NEVER : ends.secondsOfEntry(record.expires());
        commands.write(ENLIST, user, name(record), seconds);
    }

    /** @param before what the replaced one was written by; {@code null} for none */
    private boolean write(ModuleRecord record, @Nullable String before) {
        var writing = randomness.uuid();
        var outcome = commands.decide(
                WRITE,
                record.expires() == null ? Expiry.NEVER : ends.seconds(record.expires()),
                record.userId(),
                record.data(),
                record.version(),
                record.expires(),
                writing,
                name(record),
                before);
        return outcome.isApplied() || outcome.has("written_by", writing);
    }

    private Optional<RecordWrite> read(String name) {
        return written(name, commands.row(SELECT, name));
    }

    private Optional<RecordWrite> settled(String name) {
        return written(name, commands.settled(SELECT, name));
    }

    /** The record, unless it is absent or taken. */
    private static Optional<RecordWrite> written(String name, @Nullable Row row) {
        var writtenBy = row == null ? null : row.getString("written_by");
        if (row == null || writtenBy == null) return Optional.empty();
        int colon = name.indexOf(':');
        var record = new ModuleRecord(
                name.substring(0, colon),
                name.substring(colon + 1),
                row.getString("user_id"),
                Objects.requireNonNull(row.getString("data")),
                row.getLong("version"),
                row.getInstant("expires"));
        return Optional.of(new RecordWrite(record, writtenBy));
    }

    /** Unambiguous, as kinds have no colon. */
    private static String name(String kind, String id) {
        return kind + ":" + id;
    }

    private static String name(ModuleRecord record) {
        return name(record.kind(), record.id());
    }

    /** The user as records have it. */
    private static String owner(String userId) {
        return SessionSelection.ofUser(userId).userId();
    }

    private static StoreConflictException conflict() {
        return new StoreConflictException("too many requests change the same record at the same time", null);
    }
}
