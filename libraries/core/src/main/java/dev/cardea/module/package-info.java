/** What a module of Cardea uses to take part in sign-ins. */
@NullMarked
package dev.cardea.module;

import org.jspecify.annotations.NullMarked;
