/** Meters of sign-ins, sessions and the calls behind them, for Micrometer. */
@NullMarked
package dev.cardea.micrometer;

import org.jspecify.annotations.NullMarked;
