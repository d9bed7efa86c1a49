/**
 * The cryptography of session tokens: HKDF (RFC 5869) and compact JWE with a shared key (RFC 7516, RFC 7518). On the
 * JDK's own primitives, because every request decodes a token.
 */
@NullMarked
package dev.cardea.jose;

import org.jspecify.annotations.NullMarked;
