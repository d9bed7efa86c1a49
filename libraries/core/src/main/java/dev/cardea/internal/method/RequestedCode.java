package dev.cardea.internal.method;

import org.jspecify.annotations.Nullable;

/**
 * A code that a visitor is asked to enter.
 *
 * @param provider that sends it
 * @param email where it was sent; {@code null} if this browser has requested none, or too long ago
 */
public record RequestedCode(String provider, @Nullable String email) {}
