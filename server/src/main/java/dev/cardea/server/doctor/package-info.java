/** The checks of {@code cardea doctor}: of a configuration with the services that it names, and of a site from outside. */
@NullMarked
package dev.cardea.server.doctor;

import org.jspecify.annotations.NullMarked;
