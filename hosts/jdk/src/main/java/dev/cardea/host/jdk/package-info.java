/** Serves Cardea from the HTTP server that comes with the JDK. */
@NullMarked
package dev.cardea.host.jdk;

import org.jspecify.annotations.NullMarked;
