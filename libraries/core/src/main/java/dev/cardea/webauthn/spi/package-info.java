/**
 * Connects Cardea to a WebAuthn library. {@link dev.cardea.webauthn.spi.Ceremonies} parses bytes and verifies
 * signatures;
 * the core decides what they mean for a sign-in. The module {@code cardea-webauthn} implements it.
 */
@NullMarked
package dev.cardea.webauthn.spi;

import org.jspecify.annotations.NullMarked;
