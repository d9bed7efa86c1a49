/** Serves Cardea with the HTTP server of the JDK. */
@NullMarked
package dev.cardea.host.jdk;

import org.jspecify.annotations.NullMarked;
