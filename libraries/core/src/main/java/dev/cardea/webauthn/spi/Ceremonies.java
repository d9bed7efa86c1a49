package dev.cardea.webauthn.spi;

/**
 * Parses the bytes and verifies the signatures of Web Authentication. The caller decides what the result means for a
 * sign-in.
 *
 * <p>Safe for concurrent use. Malformed, truncated, overlong or unknown input from a browser throws a
 * {@link CeremonyException} and no other exception.
 */
public interface Ceremonies {
    /** Authenticator data (§6.1), all of it: bytes that no flag announces are refused. */
    AuthenticatorData authenticatorData(byte[] bytes);

    /** The CBOR of an attestation object (§6.5.4), with the authenticator data in it. */
    AttestationObject attestationObject(byte[] bytes);

    /**
     * The COSE algorithm (RFC 9053) that a credential's public key names.
     *
     * @param publicKey a COSE key (RFC 9052 §7); a key whose type or curve does not fit its algorithm is refused
     */
    long algorithm(byte[] publicKey);

    /**
     * Runs the verification procedure of the object's statement format (§8).
     *
     * @param rpId the domain whose hash the object holds; some statements sign it
     * @return what the statement says and by whom; whether that is trusted is for the caller to say
     */
    Attestation attestation(AttestationObject object, byte[] clientDataHash, String rpId);

    /** Returns whether the signature over these bytes was made with the private half of the key. */
    boolean isSigned(byte[] publicKey, byte[] signed, byte[] signature);
}
