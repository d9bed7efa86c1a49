package dev.cardea.webauthn.spi;

/**
 * A new credential (§6.5.2).
 *
 * @param aaguid the authenticator's model, 16 bytes, often all zero
 * @param id by which it is found again
 * @param publicKey a COSE key, the bytes as they came
 */
public record AttestedCredential(byte[] aaguid, byte[] id, byte[] publicKey) {}
