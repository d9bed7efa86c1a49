package dev.cardea.host.spring;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.UserAdapter;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Whether the store answers, asked for somebody who does not exist. What it says instead stays in the log. */
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
            LOG.log(System.Logger.Level.WARNING, "the store does not answer", e);
            return Health.down().build();
        }
    }
}
