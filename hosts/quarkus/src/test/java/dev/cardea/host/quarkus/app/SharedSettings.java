package dev.cardea.host.quarkus.app;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.host.testkit.Application;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

/**
 * Passes objects from a test to the application that it starts. It belongs to no application, so both share the class.
 */
public final class SharedSettings {
    public static volatile Application application;
    public static volatile AuthConfig config;
    public static volatile Auth auth;

    /** One of the application's registries: the extension adds it to the global one. */
    public static final SimpleMeterRegistry METERS = new SimpleMeterRegistry();

    private SharedSettings() {}
}
