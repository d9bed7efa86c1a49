/**
 * How often somebody may try. {@link dev.cardea.limit.RateLimits} says how much of what, a
 * {@link dev.cardea.limit.RateLimiter} counts.
 */
@NullMarked
package dev.cardea.limit;

import org.jspecify.annotations.NullMarked;
