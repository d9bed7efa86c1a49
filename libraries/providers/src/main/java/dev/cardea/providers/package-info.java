/**
 * The built-in providers, one small class for each service. {@code GitHub.provider()} is a value like any provider; a
 * copy of such a class is a good start for your own provider.
 *
 * <p>Most consist of addresses, scopes and a {@link dev.cardea.providers.Mapping}. If a service differs from the
 * standard, its class has a method for the difference, and the comment describes it.
 * {@link dev.cardea.providers.Providers} finds them by id.
 */
@NullMarked
package dev.cardea.providers;

import org.jspecify.annotations.NullMarked;
