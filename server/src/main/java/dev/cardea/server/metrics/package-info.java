/** The meters of the server, in Prometheus' formats. */
@NullMarked
package dev.cardea.server.metrics;

import org.jspecify.annotations.NullMarked;
