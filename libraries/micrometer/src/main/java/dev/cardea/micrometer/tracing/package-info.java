/** Spans of sign-ins and of the calls behind them, for Micrometer Tracing. */
@NullMarked
package dev.cardea.micrometer.tracing;

import org.jspecify.annotations.NullMarked;
