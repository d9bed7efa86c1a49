/** Cardea as a server beside an application in any language, and its command line. */
@NullMarked
package dev.cardea.server;

import org.jspecify.annotations.NullMarked;
