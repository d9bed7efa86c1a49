package dev.cardea.webauthn.spi;

/**
 * What came of making a credential (§6.5.4).
 *
 * @param format of the statement, such as {@code none} or {@code packed}
 * @param authenticatorData parsed
 * @param bytes all of it, for {@link Ceremonies#attestation}
 */
public record AttestationObject(String format, AuthenticatorData authenticatorData, byte[] bytes) {}
