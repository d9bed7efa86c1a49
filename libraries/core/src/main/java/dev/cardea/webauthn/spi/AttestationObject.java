package dev.cardea.webauthn.spi;

/**
 * Contains what a browser returns for a new credential (§6.5.4).
 *
 * @param format the format of the attestation statement, such as {@code none} or {@code packed}
 * @param authenticatorData the parsed authenticator data
 * @param bytes the whole object as it was sent, for {@link Ceremonies#attestation}
 */
public record AttestationObject(String format, AuthenticatorData authenticatorData, byte[] bytes) {}
