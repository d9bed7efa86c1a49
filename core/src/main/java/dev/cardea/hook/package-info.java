/** Application code inside a sign-in: callbacks decide, events watch. */
@NullMarked
package dev.cardea.hook;

import org.jspecify.annotations.NullMarked;
