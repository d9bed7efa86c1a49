/** Addresses of the Internet Protocol, read from text and never looked up. Internal. */
@NullMarked
package dev.cardea.internal.net;

import org.jspecify.annotations.NullMarked;
