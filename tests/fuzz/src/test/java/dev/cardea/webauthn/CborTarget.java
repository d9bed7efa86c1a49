package dev.cardea.webauthn;

import dev.cardea.fuzz.Hold;
import dev.cardea.webauthn.spi.CeremonyException;
import java.util.Arrays;

/** What an authenticator sends. It is in this package, because the reader is not public. */
public final class CborTarget {
    private CborTarget() {}

    public static void fuzzerTestOneInput(byte[] data) {
        try {
            Cbor.map(data);
        } catch (CeremonyException e) {
            return;
        }
        Hold.that(isRejected(Arrays.copyOf(data, data.length + 1)), "bytes behind the map are rejected");
        Hold.that(isRejected(Arrays.copyOf(data, data.length - 1)), "a map that is cut off is rejected");
    }

    private static boolean isRejected(byte[] data) {
        try {
            Cbor.map(data);
            return false;
        } catch (CeremonyException e) {
            return true;
        }
    }
}
