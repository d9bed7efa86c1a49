package dev.cardea.webauthn.spi;

import java.security.cert.X509Certificate;
import java.util.List;

/**
 * What a verified attestation statement says (§6.5.3).
 *
 * @param certificates the trust path, the signing certificate first; empty unless certified
 */
public record Attestation(Type type, String format, List<X509Certificate> certificates) {
    public Attestation {
        certificates = List.copyOf(certificates);
    }

    /** Who vouches for the authenticator. */
    public enum Type {
        /** No attestation. */
        NONE,
        /** The credential itself. */
        SELF,
        /** Its maker, if the certificates lead to one who is trusted. */
        CERTIFIED
    }
}
