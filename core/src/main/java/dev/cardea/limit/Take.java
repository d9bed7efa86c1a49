package dev.cardea.limit;

/**
 * One try that a request asks for.
 *
 * @param key as {@link RateLimiter} describes it
 * @param limit of that key
 */
public record Take(String key, Limit limit) {}
