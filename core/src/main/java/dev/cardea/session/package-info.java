/** Keeps somebody signed in, by token or by row. Internal. */
@NullMarked
package dev.cardea.session;

import org.jspecify.annotations.NullMarked;
