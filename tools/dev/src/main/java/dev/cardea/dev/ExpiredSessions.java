package dev.cardea.dev;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.AllSessions;
import dev.cardea.adapter.StoredSessions;
import dev.cardea.adapter.UserIndex;
import dev.cardea.adapter.UserPage;
import dev.cardea.model.User;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The clean-up of the sessions at the time of the site. That of the stores themselves uses the time of the machine, which
 * a developer does not move.
 *
 * @param clock that of the site
 */
record ExpiredSessions(@Nullable Adapter store, Clock clock) {
    private static final int PAGE = 200;

    /**
     * Deletes them, and returns how many there were. A store that cannot list its users or sessions keeps them.
     *
     * @throws dev.cardea.adapter.StoreException if the store does not answer
     */
    int remove() {
        if (!(store instanceof UserIndex index)) return 0;
        var sessions = new AllSessions(store);
        if (!sessions.canList()) return 0;
        int removed = 0;
        List<User> users = index.listUsers(new UserPage("", PAGE));
        while (!users.isEmpty()) {
            for (var user : users) removed += remove(sessions, String.valueOf(user.id()));
            if (users.size() < PAGE) break;
            var last = String.valueOf(users.get(users.size() - 1).id());
            users = index.listUsers(new UserPage(last, PAGE));
        }
        return removed;
    }

    private int remove(StoredSessions sessions, String user) {
        int removed = 0;
        for (var session : sessions.list(user)) {
            if (session.expires().isAfter(clock.instant())) continue;
            if (sessions.end(session)) removed++;
        }
        return removed;
    }
}
