/**
 * Sign-in with passkeys: options, the browser's answer verified step by step (Web Authentication Level 3 §7.1 and
 * §7.2), and the rows. {@link dev.cardea.webauthn.spi.Ceremonies} reads bytes and verifies signatures. Internal.
 */
@NullMarked
package dev.cardea.internal.method.webauthn;

import org.jspecify.annotations.NullMarked;
