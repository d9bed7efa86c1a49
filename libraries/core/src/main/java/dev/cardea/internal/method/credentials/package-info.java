/** Sign-in with credentials that the application checks. Internal. */
@NullMarked
package dev.cardea.internal.method.credentials;

import org.jspecify.annotations.NullMarked;
