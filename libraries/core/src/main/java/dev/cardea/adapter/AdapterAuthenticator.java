package dev.cardea.adapter;

import org.jspecify.annotations.Nullable;

/**
 * A passkey as Auth.js stores it.
 *
 * @param credentialID standard Base64
 * @param credentialPublicKey COSE key in standard Base64
 * @param counter the number of uses that the authenticator reports
 * @param credentialDeviceType {@code singleDevice} or {@code multiDevice}
 * @param transports joined by commas
 */
public record AdapterAuthenticator(
        String credentialID,
        String userId,
        String providerAccountId,
        String credentialPublicKey,
        long counter,
        String credentialDeviceType,
        boolean credentialBackedUp,
        @Nullable String transports) {
    /** Returns the same passkey, owned by this user. */
    public AdapterAuthenticator userId(String owner) {
        return new AdapterAuthenticator(
                credentialID,
                owner,
                providerAccountId,
                credentialPublicKey,
                counter,
                credentialDeviceType,
                credentialBackedUp,
                transports);
    }
}
