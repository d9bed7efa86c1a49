/** The store that a configuration names. */
@NullMarked
package dev.cardea.server.store;

import org.jspecify.annotations.NullMarked;
