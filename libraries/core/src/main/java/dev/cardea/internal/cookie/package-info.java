/** The library's seven cookies: names and attributes, sealing, and the chunks of the session. Internal. */
@NullMarked
package dev.cardea.internal.cookie;

import org.jspecify.annotations.NullMarked;
