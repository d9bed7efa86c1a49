/** What all sign-in methods share: each begins a sign-in, and completes it with a verified identity. Internal. */
@NullMarked
package dev.cardea.internal.method;

import org.jspecify.annotations.NullMarked;
