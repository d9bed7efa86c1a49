/**
 * Sign-ins while processes are killed and databases stop: {@link dev.cardea.it.kills.Kills} runs the server's jar on each
 * store, and prints what was lost.
 */
@NullMarked
package dev.cardea.it.kills;

import org.jspecify.annotations.NullMarked;
