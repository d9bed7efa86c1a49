package dev.cardea.adapter;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The database sessions of a store. {@link AllSessions} has its records, too. Internal.
 */
public record SessionRows(Adapter store) implements StoredSessions {
    @Override
    public boolean canList() {
        return store instanceof Store all ? all.has(SessionIndex.class) : store instanceof SessionIndex;
    }

    @Override
    public List<StoredSession> list(String userId) {
        return ((SessionIndex) store)
                .listSessionsByUserId(userId).stream().map(StoredSession::of).toList();
    }

    @Override
    public boolean end(StoredSession session) {
        var row = session.row();
        return row != null
                && ((SessionAdapter) store).deleteSession(row.sessionToken()).isPresent();
    }

    @Override
    public void endAll(String userId, @Nullable StoredSession except) {
        var row = except == null ? null : except.row();
        ((SessionIndex) store).deleteSessionsByUserId(userId, row == null ? "" : row.sessionToken());
    }
}
