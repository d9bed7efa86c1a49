package dev.cardea.host.quarkus;

import dev.cardea.Auth;
import dev.cardea.micrometer.CardeaMeters;
import dev.cardea.recorder.Recorder;
import io.micrometer.core.instrument.Metrics;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/** Counts and times sign-ins and sessions if {@code cardea-micrometer} and Quarkus' Micrometer extension are present. */
@Singleton
final class AuthMeters {
    void bind(@Observes StartupEvent start, Auth auth) {
        if (isPresent("io.micrometer.core.instrument.Metrics") && isPresent("dev.cardea.micrometer.CardeaMeters")) {
            Binder.bind(auth);
        }
    }

    private static boolean isPresent(String name) {
        try {
            Class.forName(name, false, AuthMeters.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** Apart, because this class is loaded without the optional modules too. */
    private static final class Binder {
        private Binder() {}

        /** The extension collects all registries of the application in the global one. */
        static void bind(Auth auth) {
            auth.addObserver(CardeaMeters.of(Metrics.globalRegistry).recorder(Recorder.of(auth)));
        }
    }
}
