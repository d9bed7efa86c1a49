/** Cardea as a handler of Vert.x Web: {@link dev.cardea.host.vertx.CardeaHandler}. */
@NullMarked
package dev.cardea.host.vertx;

import org.jspecify.annotations.NullMarked;
