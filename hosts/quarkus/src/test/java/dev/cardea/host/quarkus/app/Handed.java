package dev.cardea.host.quarkus.app;

import dev.cardea.AuthConfig;
import dev.cardea.host.testkit.Application;

/** From a test to the application that it starts: in no application itself, so it is one class for both. */
public final class Handed {
    public static volatile Application application;
    public static volatile AuthConfig config;

    private Handed() {}
}
