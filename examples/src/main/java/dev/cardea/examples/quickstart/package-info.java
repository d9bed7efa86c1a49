/** The first sample of the page about configuration, compiled. */
@NullMarked
package dev.cardea.examples.quickstart;

import org.jspecify.annotations.NullMarked;
