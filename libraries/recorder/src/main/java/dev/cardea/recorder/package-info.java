/**
 * The flight recorder: it finds what happened in a failed sign-in by the reference that the visitor saw.
 *
 * <p>{@link dev.cardea.recorder.Recorder} keeps the typed steps of failed sign-ins in memory.
 * {@link dev.cardea.recorder.Explanation} says what happened, why, and what to change.
 */
@NullMarked
package dev.cardea.recorder;

import org.jspecify.annotations.NullMarked;
