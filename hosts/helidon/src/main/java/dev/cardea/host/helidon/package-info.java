/** Cardea as a filter of Helidon SE: {@link dev.cardea.host.helidon.CardeaFilter}. */
@NullMarked
package dev.cardea.host.helidon;

import org.jspecify.annotations.NullMarked;
