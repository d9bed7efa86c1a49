/** The application outside of this process: it decides and hears over HTTP, in any language. */
@NullMarked
package dev.cardea.server.hooks;

import org.jspecify.annotations.NullMarked;
