/** The rooms' door: a sign-in method begins, and completes with proof of who somebody is. Internal. */
@NullMarked
package dev.cardea.internal.method;

import org.jspecify.annotations.NullMarked;
