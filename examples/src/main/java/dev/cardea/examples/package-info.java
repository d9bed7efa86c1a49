/** Applications to run and to read; none of them is published. */
@NullMarked
package dev.cardea.examples;

import org.jspecify.annotations.NullMarked;
