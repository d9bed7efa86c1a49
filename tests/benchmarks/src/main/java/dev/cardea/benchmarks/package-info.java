/** Measurements with JMH; nothing here is a test and nothing is published. */
@NullMarked
package dev.cardea.benchmarks;

import org.jspecify.annotations.NullMarked;
