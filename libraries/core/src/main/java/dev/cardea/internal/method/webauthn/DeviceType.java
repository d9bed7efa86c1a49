package dev.cardea.internal.method.webauthn;

import dev.cardea.webauthn.spi.AuthenticatorData;

/** How rows say whether a passkey may be copied to other devices. */
final class DeviceType {
    static final String SINGLE = "singleDevice";
    static final String MULTI = "multiDevice";

    private DeviceType() {}

    static String of(AuthenticatorData data) {
        return data.backupEligible() ? MULTI : SINGLE;
    }
}
