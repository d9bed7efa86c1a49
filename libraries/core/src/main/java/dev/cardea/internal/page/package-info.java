/**
 * The built-in pages: functions from a small view to a response. They are self-contained, without scripts except for
 * passkeys, and their headers permit no other content. Internal.
 */
@NullMarked
package dev.cardea.internal.page;

import org.jspecify.annotations.NullMarked;
