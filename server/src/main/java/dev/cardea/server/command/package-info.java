/** What the command line can do: one class for each command. */
@NullMarked
package dev.cardea.server.command;

import org.jspecify.annotations.NullMarked;
