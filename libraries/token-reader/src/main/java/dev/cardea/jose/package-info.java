/**
 * The cryptography of session tokens: HKDF (RFC 5869) and compact JWE with a shared key (RFC 7516, RFC 7518). It uses
 * the primitives of the JDK and is written for speed, because every request decodes a token.
 */
@NullMarked
package dev.cardea.jose;

import org.jspecify.annotations.NullMarked;
