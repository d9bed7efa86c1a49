/** The log of the server: its settings, its two formats, and what is known of the request that a line is about. */
@NullMarked
package dev.cardea.server.log;

import org.jspecify.annotations.NullMarked;
