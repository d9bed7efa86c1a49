/** The sign-in mail, for whatever sends it. */
@NullMarked
package dev.cardea.message;

import org.jspecify.annotations.NullMarked;
