package dev.cardea.webauthn.spi;

import java.security.cert.X509Certificate;
import java.util.List;

/**
 * Contains what a verified attestation statement says (§6.5.3).
 *
 * @param type who vouches for the authenticator
 * @param format the statement's format, such as {@code packed}
 * @param certificates the trust path, with the signing certificate first; empty unless {@link Type#CERTIFIED}
 */
public record Attestation(Type type, String format, List<X509Certificate> certificates) {
    public Attestation {
        certificates = List.copyOf(certificates);
    }

    /** Says who vouches for the authenticator. */
    public enum Type {
        /** No one does: there is no attestation. */
        NONE,
        /** Only the credential itself does. */
        SELF,
        /** Its maker does, if you trust where the certificates lead. */
        CERTIFIED
    }
}
