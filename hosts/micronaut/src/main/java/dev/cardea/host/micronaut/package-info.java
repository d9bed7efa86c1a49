/**
 * Cardea for Micronaut: an application adds only a bean of type {@link dev.cardea.Auth}. The paths in
 * {@code cardea.protect} and handlers with {@link dev.cardea.host.micronaut.SignedIn} are for signed-in users. Handlers
 * take the session as an argument, and call {@link dev.cardea.host.micronaut.Cardea} for the rest.
 */
@NullMarked
package dev.cardea.host.micronaut;

import org.jspecify.annotations.NullMarked;
