package dev.cardea.host.micronaut;

import dev.cardea.Auth;
import dev.cardea.micrometer.CardeaMeters;
import dev.cardea.recorder.Recorder;
import io.micrometer.core.instrument.MeterRegistry;
import io.micronaut.context.BeanProvider;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.event.ApplicationEventListener;
import io.micronaut.context.event.StartupEvent;
import jakarta.inject.Singleton;

/**
 * Counts and times sign-ins and sessions in the application's registry. Not a {@code MeterBinder}: the registry creates
 * those, and would need an {@link Auth} that itself may need the registry. Runs after {@link StartCheck}.
 */
@Singleton
@Requires(classes = {CardeaMeters.class, MeterRegistry.class})
@Requires(beans = MeterRegistry.class)
final class AuthMeters implements ApplicationEventListener<StartupEvent> {
    private final BeanProvider<Auth> auth;
    private final MeterRegistry registry;

    AuthMeters(BeanProvider<Auth> auth, MeterRegistry registry) {
        this.auth = auth;
        this.registry = registry;
    }

    @Override
    public void onApplicationEvent(StartupEvent start) {
        auth.get().addObserver(CardeaMeters.of(registry).recorder(Recorder.of(auth.get())));
    }
}
