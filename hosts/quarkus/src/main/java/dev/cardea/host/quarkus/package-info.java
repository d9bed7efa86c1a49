/**
 * Cardea as beans of Quarkus: an application produces an {@code Auth}, and injects
 * {@link dev.cardea.host.quarkus.Cardea}.
 */
@NullMarked
package dev.cardea.host.quarkus;

import org.jspecify.annotations.NullMarked;
