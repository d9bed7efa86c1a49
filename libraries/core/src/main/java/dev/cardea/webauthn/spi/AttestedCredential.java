package dev.cardea.webauthn.spi;

/**
 * Contains a new credential (§6.5.2).
 *
 * @param aaguid the model of the authenticator: 16 bytes, often all zero
 * @param id the credential's id
 * @param publicKey the public key as a COSE key, in the bytes that were sent
 */
public record AttestedCredential(byte[] aaguid, byte[] id, byte[] publicKey) {}
