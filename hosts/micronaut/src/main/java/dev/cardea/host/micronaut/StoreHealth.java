package dev.cardea.host.micronaut;

import dev.cardea.Auth;
import io.micronaut.context.annotation.Requires;
import io.micronaut.core.async.publisher.Publishers;
import io.micronaut.health.HealthStatus;
import io.micronaut.management.health.indicator.HealthIndicator;
import io.micronaut.management.health.indicator.HealthResult;
import io.micronaut.management.health.indicator.annotation.Readiness;
import io.micronaut.scheduling.TaskExecutors;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import org.reactivestreams.Publisher;

/** Whether the store answers, for the endpoint {@code /health}; details of a failure are only logged. */
@Singleton
@Readiness
@Requires(classes = HealthIndicator.class)
final class StoreHealth implements HealthIndicator {
    private final Auth auth;
    private final ExecutorService blocking;

    StoreHealth(Auth auth, @Named(TaskExecutors.BLOCKING) ExecutorService blocking) {
        this.auth = auth;
        this.blocking = blocking;
    }

    @Override
    public Publisher<HealthResult> getResult() {
        return Publishers.fromCompletableFuture(() -> CompletableFuture.supplyAsync(this::result, blocking));
    }

    private HealthResult result() {
        var status = auth.isHealthy() ? HealthStatus.UP : HealthStatus.DOWN;
        return HealthResult.builder("cardea", status).build();
    }
}
