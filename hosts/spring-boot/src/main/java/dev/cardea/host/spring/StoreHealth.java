package dev.cardea.host.spring;

import dev.cardea.Auth;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Whether the store answers; details of a failure are only logged. */
record StoreHealth(Auth auth) implements HealthIndicator {
    @Override
    public Health health() {
        return auth.isHealthy() ? Health.up().build() : Health.down().build();
    }
}
