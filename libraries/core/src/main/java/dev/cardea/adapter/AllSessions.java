package dev.cardea.adapter;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a store has of sessions, rows and records, whatever the site's strategy: for commands and pages of administrators.
 * Internal.
 */
public record AllSessions(Adapter store) implements StoredSessions {
    private SessionRows rows() {
        return new SessionRows(store);
    }

    @Override
    public boolean canList() {
        return rows().canList();
    }

    @Override
    public List<StoredSession> list(String userId) {
        var records = new LinkedHashMap<String, SessionRecord>();
        if (store instanceof SessionRegistry registry) {
            registry.listSessionRecords(userId).forEach(record -> records.put(record.id(), record));
        }
        var all = new ArrayList<StoredSession>();
        for (var session : rows().list(userId)) all.add(session.with(records.remove(session.id())));
        records.values().forEach(record -> all.add(StoredSession.of(record)));
        return all;
    }

    @Override
    public boolean end(StoredSession session) {
        boolean isRow = rows().end(session);
        boolean isRecord = store instanceof SessionRegistry registry
                && !registry.endSessions(SessionSelection.one(session.id(), session.userId()))
                        .isEmpty();
        return isRow || isRecord;
    }

    @Override
    public void endAll(String userId, @Nullable StoredSession except) {
        rows().endAll(userId, except);
        if (!(store instanceof SessionRegistry registry)) return;
        registry.endSessions(StoredSession.ofUser(userId, except));
    }
}
