package dev.cardea.attacks;

/**
 * A defence that is off: a request of an attack, and the answer that a defended site would not have given.
 *
 * @param attack with what was expected, and with the remedy
 * @param request the request as it was sent; secrets are masked
 * @param seen what the site did; secrets are masked
 */
public record Finding(Attack attack, String request, String seen) {}
