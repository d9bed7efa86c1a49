/** The room of credentials that the application checks. Internal. */
@NullMarked
package dev.cardea.method.credentials;

import org.jspecify.annotations.NullMarked;
