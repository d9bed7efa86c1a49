package dev.cardea.internal.config;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;

/**
 * Detects secrets that an attacker could guess: too short, too few different characters, a repetition, a sequence, or printed
 * in a guide. A random secret is taken for none of these: the chance is below one in a thousand million.
 */
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
        if (isRepetition(secret)) return Optional.of("repeats itself");
        if (isSequence(secret)) return Optional.of("is a sequence of neighbouring characters");
        return PUBLISHED.contains(secret) ? Optional.of("is a published sample") : Optional.empty();
    }

    /** Whether the whole is a shorter text, written twice or more often; the last time may be incomplete. */
    private static boolean isRepetition(String secret) {
        for (int length = 1; length <= secret.length() / 2; length++) {
            if (secret.regionMatches(length, secret, 0, secret.length() - length)) return true;
        }
        return false;
    }

    /** Whether nine of ten characters are the one before, or its neighbour: {@code 0123…}, {@code zyx…}, {@code aabb…}. */
    private static boolean isSequence(String secret) {
        int neighbours = 0;
        for (int i = 1; i < secret.length(); i++) {
            if (isNeighbour(secret.charAt(i - 1), secret.charAt(i))) neighbours++;
        }
        return neighbours * 10 >= (secret.length() - 1) * 9;
    }

    /** Letters follow digits, as in hexadecimal digits that are counted up. */
    private static boolean isNeighbour(char before, char after) {
        int low = Math.min(before, after);
        int high = Math.max(before, after);
        return high - low <= 1 || low == '9' && (high == 'a' || high == 'A') || low == '0' && high == '9';
    }
}
