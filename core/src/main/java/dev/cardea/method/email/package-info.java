/** The room of e-mail links. Internal. */
@NullMarked
package dev.cardea.method.email;

import org.jspecify.annotations.NullMarked;
