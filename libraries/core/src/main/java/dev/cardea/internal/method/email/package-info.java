/** Sign-in with links and codes by e-mail. Internal. */
@NullMarked
package dev.cardea.internal.method.email;

import org.jspecify.annotations.NullMarked;
