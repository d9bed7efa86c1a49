/** Runs recorded sign-ins again: {@link dev.cardea.testing.replay.Replay}. */
@NullMarked
package dev.cardea.testing.replay;

import org.jspecify.annotations.NullMarked;
