/** Cardea as a plugin of Javalin: {@link dev.cardea.host.javalin.CardeaPlugin}. */
@NullMarked
package dev.cardea.host.javalin;

import org.jspecify.annotations.NullMarked;
