package dev.cardea.internal.engine;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.UserAdapter;
import java.util.concurrent.atomic.AtomicBoolean;

/** Asks a store for what it does not have. Logs changes only, as health checks ask every few seconds. */
final class StoreProbe {
    private static final System.Logger LOG = System.getLogger("dev.cardea");
    private static final String UNKNOWN = "health";

    private final Adapter adapter;
    private final AtomicBoolean wasUp = new AtomicBoolean(true);

    StoreProbe(Adapter adapter) {
        this.adapter = adapter;
    }

    boolean answers() {
        try {
            if (adapter instanceof UserAdapter users) users.getUser(UNKNOWN);
            else if (adapter instanceof SessionAdapter sessions) sessions.getSessionAndUser(UNKNOWN);
        } catch (RuntimeException e) {
            if (wasUp.getAndSet(false)) LOG.log(System.Logger.Level.WARNING, "the store isn't responding", e);
            return false;
        }
        if (!wasUp.getAndSet(true)) LOG.log(System.Logger.Level.INFO, "the store is responding again");
        return true;
    }
}
