/**
 * Sign-in with passkeys: {@link dev.cardea.webauthn.Passkey} and {@link dev.cardea.webauthn.WebAuthn} are the providers
 * to configure. This module reads what browsers send, with WebAuthn4J for keys and attestation statements; the core
 * decides.
 */
@NullMarked
package dev.cardea.webauthn;

import org.jspecify.annotations.NullMarked;
