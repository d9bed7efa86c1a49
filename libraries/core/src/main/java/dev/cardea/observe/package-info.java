/**
 * Describes what happens while a request is handled, as typed steps. An {@link dev.cardea.observe.Observer} receives
 * them: the log, meters, traces and the flight recorder are observers.
 *
 * <p>A {@link dev.cardea.observe.Step} contains enumerations, numbers, durations, ids from the configuration, host
 * names and names from closed lists. It has no place for free text, so no observer can leak an address, a token or a
 * secret.
 */
@NullMarked
package dev.cardea.observe;

import org.jspecify.annotations.NullMarked;
