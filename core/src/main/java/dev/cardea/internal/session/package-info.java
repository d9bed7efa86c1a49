/** Keeps somebody signed in, by token or by row. Internal. */
@NullMarked
package dev.cardea.internal.session;

import org.jspecify.annotations.NullMarked;
