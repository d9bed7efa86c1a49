/**
 * The room of passkeys: options, the browser's answer judged step by step (Web Authentication Level 3 §7.1 and §7.2), and
 * the rows. Bytes and signatures are read by {@link dev.cardea.ceremony.Ceremonies}. Internal.
 */
@NullMarked
package dev.cardea.method.webauthn;

import org.jspecify.annotations.NullMarked;
