/** Tests of the archives of the server, as a user unpacks them. */
@NullMarked
package dev.cardea.distribution;

import org.jspecify.annotations.NullMarked;
