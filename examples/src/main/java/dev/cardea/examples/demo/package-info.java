/** A site with every way to sign in, to be tried on one machine: {@code ./demo}. */
@NullMarked
package dev.cardea.examples.demo;

import org.jspecify.annotations.NullMarked;
