/** The configuration file: from YAML, with positions, to what the library is built with. */
@NullMarked
package dev.cardea.server.file;

import org.jspecify.annotations.NullMarked;
