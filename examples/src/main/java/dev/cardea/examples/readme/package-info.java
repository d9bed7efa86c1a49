/** The samples of the README, compiled. */
@NullMarked
package dev.cardea.examples.readme;

import org.jspecify.annotations.NullMarked;
