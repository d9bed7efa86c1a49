/** A request understood: which action, which provider, whose origin. */
@NullMarked
package dev.cardea.action;

import org.jspecify.annotations.NullMarked;
