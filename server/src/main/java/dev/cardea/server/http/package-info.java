/** The library behind an HTTP server. */
@NullMarked
package dev.cardea.server.http;

import org.jspecify.annotations.NullMarked;
