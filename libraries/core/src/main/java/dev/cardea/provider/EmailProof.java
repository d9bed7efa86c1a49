package dev.cardea.provider;

import dev.cardea.model.Profile;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether the provider has verified the profile's email address; {@code null} if the provider does not
 * say.
 */
@FunctionalInterface
public interface EmailProof {
    /** For a service that releases addresses without verifying them. */
    EmailProof NEVER = (profile, provider) -> false;

    @Nullable Boolean isVerified(Profile profile, ClientRegistration provider);
}
