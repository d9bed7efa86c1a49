/**
 * Rate limits of sign-in. {@link dev.cardea.limit.RateLimits} defines the budgets, a
 * {@link dev.cardea.limit.RateLimiter} counts.
 */
@NullMarked
package dev.cardea.limit;

import org.jspecify.annotations.NullMarked;
