/** Suggestions for words that a configuration file or a command line misspells. */
@NullMarked
package dev.cardea.server.text;

import org.jspecify.annotations.NullMarked;
