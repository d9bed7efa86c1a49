package dev.cardea.host.spring;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.UserAdapter;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Probes the store with a lookup that finds nothing; details of a failure are only logged. */
record StoreHealth(Adapter adapter) implements HealthIndicator {
    private static final System.Logger LOG = System.getLogger("dev.cardea.host.spring");
    private static final String NOBODY = "health";

    @Override
    public Health health() {
        try {
            if (adapter instanceof UserAdapter users) users.getUser(NOBODY);
            else if (adapter instanceof SessionAdapter sessions) sessions.getSessionAndUser(NOBODY);
            return Health.up().build();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "the store does not respond", e);
            return Health.down().build();
        }
    }
}
