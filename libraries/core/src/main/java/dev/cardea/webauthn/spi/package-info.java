/**
 * The seam to a WebAuthn library: {@link dev.cardea.webauthn.spi.Ceremonies} reads bytes and checks signatures, and decides
 * nothing. The module {@code cardea-webauthn} implements it.
 */
@NullMarked
package dev.cardea.webauthn.spi;

import org.jspecify.annotations.NullMarked;
