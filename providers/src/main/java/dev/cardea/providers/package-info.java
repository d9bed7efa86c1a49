/**
 * A small class for each service that people sign in with. {@code GitHub.provider()} is a value like any provider; what
 * it is made of reads from the top, and copying one is how a provider of one's own begins.
 *
 * <p>Most are addresses, scopes and a {@link dev.cardea.providers.Mapping}. Where a service wants something else, its
 * class has a method for it, and the comment says what. {@link dev.cardea.providers.Providers} finds them by id.
 */
@NullMarked
package dev.cardea.providers;

import org.jspecify.annotations.NullMarked;
