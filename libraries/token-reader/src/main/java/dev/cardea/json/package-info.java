/**
 * JSON as session tokens and provider responses need it. Key order and {@code null} are kept, numbers print as in
 * JavaScript, and depth is limited before anything is parsed. Start with {@link dev.cardea.json.Claims}, an immutable
 * JSON object, and read it through {@link dev.cardea.json.Claim}. This is not a general object mapper.
 */
@NullMarked
package dev.cardea.json;

import org.jspecify.annotations.NullMarked;
