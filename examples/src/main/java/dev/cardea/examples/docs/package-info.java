/** The samples of the guides, compiled: between {@code // sample} and {@code // end}. */
@NullMarked
package dev.cardea.examples.docs;

import org.jspecify.annotations.NullMarked;
