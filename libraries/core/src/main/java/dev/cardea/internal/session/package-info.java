/** Token sessions and database sessions. Internal. */
@NullMarked
package dev.cardea.internal.session;

import org.jspecify.annotations.NullMarked;
