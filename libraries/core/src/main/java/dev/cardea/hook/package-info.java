/** Application code that runs during a sign-in: callbacks decide, events notify. */
@NullMarked
package dev.cardea.hook;

import org.jspecify.annotations.NullMarked;
