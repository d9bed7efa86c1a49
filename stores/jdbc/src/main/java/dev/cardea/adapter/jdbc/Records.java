package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.ModuleRecords;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** Records of modules, each call on a connection. */
final class Records implements ModuleRecords {
    private final Connections connections;
    private final Clock clock;

    Records(Connections connections, Clock clock) {
        this.connections = connections;
        this.clock = clock;
    }

    @Override
    public Optional<ModuleRecord> getRecord(String kind, String id) {
        if (!ModuleRecord.canExist(kind, id)) return Optional.empty();
        return connections.each(
                "getRecord", (tables, sql) -> tables.moduleRecords().byId(sql, kind, id));
    }

    @Override
    public List<ModuleRecord> listRecordsByUserId(String userId, String kind) {
        return connections.each(
                "listRecordsByUserId", (tables, sql) -> tables.moduleRecords().byUser(sql, userId, kind));
    }

    @Override
    public boolean createRecord(ModuleRecord record) {
        return connections.each(
                "createRecord", (tables, sql) -> tables.moduleRecords().create(sql, record, clock.instant()));
    }

    @Override
    public boolean replaceRecord(ModuleRecord record) {
        return connections.each(
                "replaceRecord", (tables, sql) -> tables.moduleRecords().replace(sql, record));
    }

    @Override
    public Optional<ModuleRecord> takeRecord(String kind, String id) {
        if (!ModuleRecord.canExist(kind, id)) return Optional.empty();
        return connections.each(
                "takeRecord", (tables, sql) -> tables.moduleRecords().take(sql, kind, id));
    }

    @Override
    public void deleteRecordsByUserId(String userId, String kind) {
        connections.each("deleteRecordsByUserId", (tables, sql) -> {
            tables.moduleRecords().deleteByUser(sql, userId, kind);
            return true;
        });
    }
}
