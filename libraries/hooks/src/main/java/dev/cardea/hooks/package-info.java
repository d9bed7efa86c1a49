/**
 * Callbacks and events that an application answers from another process, over HTTP and in any language. Start with {@link
 * dev.cardea.hooks.Hooks}.
 */
@NullMarked
package dev.cardea.hooks;

import org.jspecify.annotations.NullMarked;
