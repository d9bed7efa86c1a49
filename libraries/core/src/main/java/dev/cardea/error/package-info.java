/** Every way in which the library fails, as one table: {@link dev.cardea.error.ErrorType}. */
@NullMarked
package dev.cardea.error;

import org.jspecify.annotations.NullMarked;
