package dev.cardea.webauthn.spi;

/**
 * Parses the bytes and verifies the signatures of Web Authentication. The caller decides what the result means for a
 * sign-in.
 *
 * <p>Safe for concurrent use. Malformed, truncated, overlong or unknown input from a browser throws a
 * {@link CeremonyException} and no other exception.
 */
public interface Ceremonies {
    /** Parses authenticator data (§6.1). Bytes that no flag announces are rejected. */
    AuthenticatorData authenticatorData(byte[] bytes);

    /** Parses the CBOR of an attestation object (§6.5.4), and the authenticator data in it. */
    AttestationObject attestationObject(byte[] bytes);

    /**
     * Returns the COSE algorithm (RFC 9053) of a credential's public key.
     *
     * @param publicKey a COSE key (RFC 9052 §7); it is rejected if its type or curve doesn't fit its algorithm
     */
    long algorithm(byte[] publicKey);

    /**
     * Verifies the attestation statement by the procedure for its format (§8).
     *
     * @param rpId the domain that the object contains as a hash; some statements sign it
     * @return what the statement says, and who signed it; the caller decides whether to trust the signer
     */
    Attestation attestation(AttestationObject object, byte[] clientDataHash, String rpId);

    /** Returns whether the signature over these bytes was made with the private half of the key. */
    boolean isSigned(byte[] publicKey, byte[] signed, byte[] signature);
}
