/**
 * Cardea in Micronaut: a bean of type {@link dev.cardea.Auth} is all that an application adds. The paths in {@code
 * cardea.protect} and handlers with {@link dev.cardea.host.micronaut.SignedIn} are for those who are signed in; handlers
 * have the session as an argument, and {@link dev.cardea.host.micronaut.Cardea} is what else they call.
 */
@NullMarked
package dev.cardea.host.micronaut;

import org.jspecify.annotations.NullMarked;
