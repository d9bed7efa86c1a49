package dev.cardea.webauthn.spi;

import org.jspecify.annotations.Nullable;

/**
 * Contains what an authenticator says about itself and its user (§6.1).
 *
 * @param rpIdHash the SHA-256 hash of the relying party's id
 * @param flags all eight flags
 * @param signCount how often the authenticator has signed; 0 if it doesn't count
 * @param credential the new credential; {@code null} unless this is a registration
 */
public record AuthenticatorData(
        byte[] rpIdHash,
        int flags,
        long signCount,
        @Nullable AttestedCredential credential) {
    /** Returns whether a user was present (flag UP). */
    public boolean userPresent() {
        return (flags & 0x01) != 0;
    }

    /** Returns whether the authenticator verified its user, for example by a fingerprint (flag UV). */
    public boolean userVerified() {
        return (flags & 0x04) != 0;
    }

    /** Returns whether the credential can be backed up or synchronized (flag BE). */
    public boolean backupEligible() {
        return (flags & 0x08) != 0;
    }

    /** Returns whether the credential is backed up now (flag BS). */
    public boolean backedUp() {
        return (flags & 0x10) != 0;
    }
}
