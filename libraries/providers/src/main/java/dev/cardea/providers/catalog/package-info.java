/**
 * The catalogue of the built-in providers: each described as JSON by {@link dev.cardea.providers.catalog.ProviderInfo},
 * for {@code cardea providers --json} and for the pages of the documentation. Sign-in never uses it.
 */
@NullMarked
package dev.cardea.providers.catalog;

import org.jspecify.annotations.NullMarked;
