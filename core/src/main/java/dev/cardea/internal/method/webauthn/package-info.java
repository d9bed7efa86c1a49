/**
 * The room of passkeys: options, the browser's answer judged step by step (Web Authentication Level 3 §7.1 and §7.2), and
 * the rows. Bytes and signatures are read by {@link dev.cardea.webauthn.spi.Ceremonies}. Internal.
 */
@NullMarked
package dev.cardea.internal.method.webauthn;

import org.jspecify.annotations.NullMarked;
