/** Trust and proxy of the connections that the process opens. */
@NullMarked
package dev.cardea.server.outbound;

import org.jspecify.annotations.NullMarked;
