package dev.cardea.host.quarkus.app;

import dev.cardea.host.testkit.Application;
import dev.cardea.host.testkit.HostContract;
import dev.cardea.host.testkit.ServedSite;
import dev.cardea.host.testkit.Telemetry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Map;

class QuarkusTest extends HostContract {
    @Override
    protected ServedSite start(Application application) throws Exception {
        // By default, Quarkus rejects characters in a query that browsers do not encode.
        System.setProperty("vertx.disableURIValidation", "true");
        SharedSettings.application = application;
        var served = RunningApplication.start(
                OptionalModules.PRESENT,
                Map.of(
                        "cardea.protect",
                        String.join(",", Application.PROTECTED),
                        // Binders of Netty and others are loaded with the test, apart from the application's classes.
                        "quarkus.micrometer.binder-enabled-default",
                        "false"),
                Pages.class,
                QuarkusTest.Meters.class);
        return new ServedSite(served.port(), served.stop(), new Telemetry(SharedSettings.METERS, "/q/health/ready"));
    }

    /** A registry of the application, as its extensions for Prometheus and others have one. */
    static class Meters {
        @Produces
        @Singleton
        SimpleMeterRegistry registry() {
            return SharedSettings.METERS;
        }
    }
}
