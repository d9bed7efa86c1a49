/** The classes of the guides, compiled and tested: between {@code // sample} and {@code // end}. */
@NullMarked
package dev.cardea.examples.guides;

import org.jspecify.annotations.NullMarked;
