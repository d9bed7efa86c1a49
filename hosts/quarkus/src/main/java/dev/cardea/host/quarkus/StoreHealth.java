package dev.cardea.host.quarkus;

import dev.cardea.Auth;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Whether the store answers, for {@code /q/health/ready}; details of a failure are only logged. Without the extension
 * SmallRye Health the bean is unused, and Quarkus removes it from the application.
 */
@Singleton
@Readiness
final class StoreHealth implements HealthCheck {
    private final Auth auth;

    @Inject
    StoreHealth(Auth auth) {
        this.auth = auth;
    }

    /** Called on a worker thread. */
    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("cardea").status(auth.isHealthy()).build();
    }
}
