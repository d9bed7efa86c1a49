package dev.cardea.provider;

import dev.cardea.webauthn.spi.Attestation;
import java.util.List;

/**
 * A passkey that is about to be stored, for a policy to examine (Web Authentication §7.1, steps 18, 19 and 24).
 *
 * @param attestation vouches for the authenticator; the signatures of its certificates are verified, their trust is not
 * @param aaguid the model of the authenticator in hex, often all zero
 * @param backupEligible whether the passkey may be copied to other devices
 * @param backedUp whether it has been copied
 */
public record NewPasskey(
        Attestation attestation,
        String aaguid,
        boolean userVerified,
        boolean backupEligible,
        boolean backedUp,
        List<String> transports) {
    public NewPasskey {
        transports = List.copyOf(transports);
    }
}
