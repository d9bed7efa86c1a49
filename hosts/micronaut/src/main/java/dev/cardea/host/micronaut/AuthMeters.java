package dev.cardea.host.micronaut;

import dev.cardea.Auth;
import dev.cardea.micrometer.CardeaMeters;
import dev.cardea.recorder.Recorder;
import io.micrometer.core.instrument.MeterRegistry;
import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Requires;

/**
 * Counts and times sign-ins and sessions in the application's registry. Not a {@code MeterBinder}: the registry creates
 * those, and would need an {@link Auth} that itself may need the registry.
 */
@Context
@Requires(classes = {CardeaMeters.class, MeterRegistry.class})
@Requires(beans = MeterRegistry.class)
final class AuthMeters {
    AuthMeters(Auth auth, MeterRegistry registry) {
        auth.addObserver(CardeaMeters.of(registry).recorder(Recorder.of(auth)));
    }
}
