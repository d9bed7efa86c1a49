/**
 * Sign-in with passkeys: {@link dev.cardea.webauthn.Passkey} and {@link dev.cardea.webauthn.WebAuthn} are providers to
 * configure. What browsers send is read here, with WebAuthn4J for keys and attestation statements; what it means is
 * decided in the core.
 */
@NullMarked
package dev.cardea.webauthn;

import org.jspecify.annotations.NullMarked;
