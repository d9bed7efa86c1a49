/** Internal: gathers and checks a configuration, and holds what came out of it. */
@NullMarked
package dev.cardea.internal.config;

import org.jspecify.annotations.NullMarked;
