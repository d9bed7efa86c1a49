/** What follows every sign-in method: callback, registration, session, events and redirect. Internal. */
@NullMarked
package dev.cardea.internal.flow;

import org.jspecify.annotations.NullMarked;
