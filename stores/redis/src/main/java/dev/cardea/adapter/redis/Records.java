package dev.cardea.adapter.redis;

import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.ModuleRecords;
import dev.cardea.adapter.SessionSelection;
import dev.cardea.adapter.StoreConflictException;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Records of modules, on a list for each user. The name of a removed record stays on the list, because a removal from the
 * list could hit a new record of the same name.
 */
final class Records implements ModuleRecords {
    /** Each failed attempt is another caller's success, so this many indicate an error. */
    private static final int TRIES = 1_000;

    private static final String USER_ID = "userId";
    private static final Claim<Long> VERSION = Claim.number("version");
    private static final Claim<Instant> EXPIRES = Claim.time("expires");

    private final Commands commands;
    private final Rows rows;
    private final Keys keys;
    private final Expiry expiry;

    Records(Commands commands, Keys keys, Expiry expiry) {
        this.commands = commands;
        this.rows = new Rows(commands);
        this.keys = keys;
        this.expiry = expiry;
    }

    @Override
    public Optional<ModuleRecord> getRecord(String kind, String id) {
        if (!ModuleRecord.canExist(kind, id)) return Optional.empty();
        return rows.get(keys.moduleRecord(name(kind, id)), isNamed(kind, id)).map(Records::record);
    }

    @Override
    public List<ModuleRecord> listRecordsByUserId(String userId, String kind) {
        var user = owner(userId);
        var names = commands.listed(keys.moduleRecords(user)).stream()
                .filter(name -> name.startsWith(name(kind, "")))
                .toList();
        return named(names, Rows.has("kind", kind).and(Rows.has(USER_ID, user)));
    }

    private List<ModuleRecord> named(List<String> names, Predicate<Claims> which) {
        return rows
                .all(names.stream().map(keys::moduleRecord).toList(), isRecord().and(which))
                .stream()
                .map(Records::record)
                .toList();
    }

    /** List, then row: a record that is there can be found from its user. */
    @Override
    public boolean createRecord(ModuleRecord record) {
        var key = keys.moduleRecord(name(record));
        for (int tries = 0; tries < TRIES; tries++) {
            var text = commands.get(key);
            if (text != null) {
                var before = stored(text, record);
                if (before.isEmpty() || !before.get().isExpired(Instant.ofEpochMilli(expiry.now()))) {
                    if (tries > 0) before.ifPresent(this::enlist);
                    return false;
                }
            }
            enlist(record);
            var row = row(record).toJson();
            if (text == null
                    ? commands.putNew(key, row, keepMillis(record))
                    : commands.replace(key, text, row, keepMillis(record))) return true;
        }
        throw conflict();
    }

    /** Who loses may have moved the end that the winner's record has on the list, and moves it back. */
    @Override
    public boolean replaceRecord(ModuleRecord record) {
        var key = keys.moduleRecord(name(record));
        for (int tries = 0; tries < TRIES; tries++) {
            var text = commands.get(key);
            var before = stored(text, record);
            if (text == null || before.isEmpty()) return false;
            if (before.get().version() != record.version()) {
                if (tries > 0) enlist(before.get());
                return false;
            }
            var after = before.get().with(record.data(), record.expires()).replaced();
            enlist(after);
            if (commands.replace(key, text, row(after).toJson(), keepMillis(after))) return true;
        }
        throw conflict();
    }

    @Override
    public Optional<ModuleRecord> takeRecord(String kind, String id) {
        if (!ModuleRecord.canExist(kind, id)) return Optional.empty();
        return rows.remove(keys.moduleRecord(name(kind, id)), isNamed(kind, id)).map(Records::record);
    }

    @Override
    public void deleteRecordsByUserId(String userId, String kind) {
        listRecordsByUserId(userId, kind).forEach(this::delete);
    }

    /** For a user who goes: the list goes too. */
    void deleteByUser(String userId) {
        var user = owner(userId);
        var list = keys.moduleRecords(user);
        var names = commands.listed(list);
        named(names, Rows.has(USER_ID, user)).forEach(this::delete);
        for (var name : names) commands.delist(list, name);
    }

    private void delete(ModuleRecord record) {
        var isTheirs =
                isNamed(record.kind(), record.id()).and(row -> Objects.equals(row.text(USER_ID), record.userId()));
        rows.remove(keys.moduleRecord(name(record)), isTheirs);
    }

    private void enlist(ModuleRecord record) {
        var user = record.userId();
        if (user == null) return;
        long until = record.expires() == null ? Long.MAX_VALUE : expiry.until(record.expires());
        commands.enlist(keys.moduleRecords(user), name(record), until, expiry.now());
    }

    private long keepMillis(ModuleRecord record) {
        return record.expires() == null ? Commands.FOR_EVER : expiry.keepMillis(record.expires());
    }

    /** Both names are unambiguous, as kinds have no colon. */
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

    private static Optional<ModuleRecord> stored(@Nullable String text, ModuleRecord named) {
        return RowText.read(text, isNamed(named.kind(), named.id())).map(Records::record);
    }

    private static Claims row(ModuleRecord record) {
        return Claims.of("kind", record.kind())
                .with("id", record.id())
                .withPresent(USER_ID, record.userId())
                .with("data", record.data())
                .with("version", record.version())
                .withPresent("expires", record.expires());
    }

    private static Predicate<Claims> isNamed(String kind, String id) {
        return isRecord().and(Rows.has("kind", kind)).and(Rows.has("id", id));
    }

    private static Predicate<Claims> isRecord() {
        return row -> row.text("kind") != null
                && row.text("id") != null
                && row.text("data") != null
                && row.get(VERSION).isPresent();
    }

    private static ModuleRecord record(Claims row) {
        return new ModuleRecord(
                Objects.requireNonNull(row.text("kind")),
                Objects.requireNonNull(row.text("id")),
                row.text(USER_ID),
                Objects.requireNonNull(row.text("data")),
                row.get(VERSION).orElseThrow(),
                row.get(EXPIRES).orElse(null));
    }

    private static StoreConflictException conflict() {
        return new StoreConflictException("too many requests change the same record at the same time", null);
    }
}
