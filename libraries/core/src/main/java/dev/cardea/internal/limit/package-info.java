/** Internal: takes from the budgets of a request, and counts in this process while a shared limiter fails. */
@NullMarked
package dev.cardea.internal.limit;

import org.jspecify.annotations.NullMarked;
