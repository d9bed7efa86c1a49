/** Internal: takes requests, checks their origin, dispatches them to routes and sign-in methods, and writes answers. */
@NullMarked
package dev.cardea.internal.engine;

import org.jspecify.annotations.NullMarked;
