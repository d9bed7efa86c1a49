package dev.cardea.provider;

import dev.cardea.ceremony.Attestation;
import java.util.List;

/**
 * A passkey that is about to be stored: what a policy may ask of it (Web Authentication §7.1, steps 18, 19 and 24).
 *
 * @param attestation who vouches for the authenticator; certificates are verified as signatures and not yet trusted
 * @param aaguid the authenticator's model in hex, often all zero
 * @param backupEligible whether it may be copied to other devices
 * @param backedUp whether it is
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
