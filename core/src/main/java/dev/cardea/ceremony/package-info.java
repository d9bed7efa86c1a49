/**
 * The seam to a WebAuthn library: {@link dev.cardea.ceremony.Ceremonies} reads bytes and checks signatures, and decides
 * nothing. The module {@code cardea-webauthn} implements it.
 */
@NullMarked
package dev.cardea.ceremony;

import org.jspecify.annotations.NullMarked;
