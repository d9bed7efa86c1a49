package dev.cardea.provider;

import java.time.Instant;

/** Creates a new client secret for each token request. */
@FunctionalInterface
public interface SecretMaker {
    String make(ClientRegistration provider, Instant now);
}
