/** The room of e-mail links. Internal. */
@NullMarked
package dev.cardea.internal.method.email;

import org.jspecify.annotations.NullMarked;
