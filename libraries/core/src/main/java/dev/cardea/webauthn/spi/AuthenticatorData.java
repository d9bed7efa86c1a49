package dev.cardea.webauthn.spi;

import org.jspecify.annotations.Nullable;

/**
 * What an authenticator says of itself and of its user (§6.1).
 *
 * @param rpIdHash SHA-256 of the relying party's id
 * @param flags all eight
 * @param signCount how often it signed, 0 where it does not count
 * @param credential the new credential, at a registration
 */
public record AuthenticatorData(
        byte[] rpIdHash,
        int flags,
        long signCount,
        @Nullable AttestedCredential credential) {
    /** Flag UP. */
    public boolean userPresent() {
        return (flags & 0x01) != 0;
    }

    /** Flag UV. */
    public boolean userVerified() {
        return (flags & 0x04) != 0;
    }

    /** Flag BE. */
    public boolean backupEligible() {
        return (flags & 0x08) != 0;
    }

    /** Flag BS. */
    public boolean backedUp() {
        return (flags & 0x10) != 0;
    }
}
