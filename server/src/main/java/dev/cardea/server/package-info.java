/** Cardea as a program of its own: a server that stands beside an application, and the command line. */
@NullMarked
package dev.cardea.server;

import org.jspecify.annotations.NullMarked;
