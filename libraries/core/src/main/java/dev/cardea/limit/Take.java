package dev.cardea.limit;

/** One attempt that a request needs.
 *
 * @param key as described by {@link RateLimiter}
 * @param limit of that key
 */
public record Take(String key, Limit limit) {}
