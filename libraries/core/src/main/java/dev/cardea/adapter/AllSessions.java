package dev.cardea.adapter;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a store has of sessions, rows and records, whatever the site's strategy: for commands and pages of administrators.
 * Internal.
 */
public record AllSessions(Adapter store) implements StoredSessions {
    private SessionRows rows() {
        return new SessionRows(store);
    }

    private Optional<SessionRegistry> registry() {
        boolean hasRecords =
                store instanceof Store all ? all.has(SessionRegistry.class) : store instanceof SessionRegistry;
        return hasRecords ? Optional.of((SessionRegistry) store) : Optional.empty();
    }

    @Override
    public boolean canList() {
        return rows().canList();
    }

    @Override
    public List<StoredSession> list(String userId) {
        var records = new LinkedHashMap<String, SessionRecord>();
        registry().ifPresent(it -> it.listSessionRecords(userId).forEach(record -> records.put(record.id(), record)));
        var all = new ArrayList<StoredSession>();
        for (var session : rows().list(userId)) all.add(session.with(records.remove(session.id())));
        records.values().forEach(record -> all.add(StoredSession.of(record)));
        return all;
    }

    @Override
    public boolean end(StoredSession session) {
        boolean isRow = rows().end(session);
        boolean isRecord = registry()
                .filter(it -> !it.endSessions(SessionSelection.one(session.id(), session.userId()))
                        .isEmpty())
                .isPresent();
        return isRow || isRecord;
    }

    @Override
    public void endAll(String userId, @Nullable StoredSession except) {
        rows().endAll(userId, except);
        registry().ifPresent(it -> it.endSessions(StoredSession.ofUser(userId, except)));
    }
}
