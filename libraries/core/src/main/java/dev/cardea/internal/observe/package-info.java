/** Delivers steps to the configured observers. Internal. */
@NullMarked
package dev.cardea.internal.observe;

import org.jspecify.annotations.NullMarked;
