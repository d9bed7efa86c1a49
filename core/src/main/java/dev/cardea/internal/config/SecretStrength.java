package dev.cardea.internal.config;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;

/** Detects secrets that an attacker could guess: too short, too few different characters, or printed in a guide. */
final class SecretStrength {
    private static final int MIN_BYTES = 32;
    private static final int MIN_DISTINCT = 4;
    private static final Set<String> PUBLISHED = Set.of(
            "your-secret-key-at-least-32-characters-long",
            "your-super-secret-key-change-in-production",
            "a secret of at least 32 characters!!",
            "changemechangemechangemechangeme",
            "thisisasecretthisisasecretthisisasecret");

    private SecretStrength() {}

    /** Returns the weakness, in a text that never contains the secret. */
    static Optional<String> weaknessOf(String secret) {
        if (secret.getBytes(StandardCharsets.UTF_8).length < MIN_BYTES) {
            return Optional.of("is shorter than " + MIN_BYTES + " bytes");
        }
        if (secret.chars().distinct().count() < MIN_DISTINCT) return Optional.of("repeats itself");
        return PUBLISHED.contains(secret) ? Optional.of("is a published sample") : Optional.empty();
    }
}
