/**
 * JSON as the wire needs it: key order and {@code null} are kept, numbers print as JavaScript prints them, and depth is
 * limited before anything is parsed. Start with {@link dev.cardea.json.Claims}, an immutable JSON object, and read it
 * through {@link dev.cardea.json.Claim}. It is no object mapper and never will be one.
 */
@NullMarked
package dev.cardea.json;

import org.jspecify.annotations.NullMarked;
