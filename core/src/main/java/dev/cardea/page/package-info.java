/**
 * The four built-in pages: functions from a small view to an answer. Self-contained, without scripts, and with headers
 * that let nothing else in. Internal.
 */
@NullMarked
package dev.cardea.page;

import org.jspecify.annotations.NullMarked;
