package dev.cardea.attacks;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** An authenticator app: values of six digits, each for 30 seconds (RFC 6238). */
record AuthenticatorApp(byte[] secret) {
    private static final String BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final int PERIOD = 30;

    /** @param key in Base32, as users type it: in groups */
    static AuthenticatorApp of(String key) {
        var digits = key.replace(" ", "").toUpperCase(Locale.ROOT);
        var secret = ByteBuffer.allocate(digits.length() * 5 / 8);
        int buffer = 0;
        int bits = 0;
        for (int i = 0; i < digits.length(); i++) {
            buffer = (buffer << 5) | BASE32.indexOf(digits.charAt(i));
            bits += 5;
            if (bits < 8) continue;
            bits -= 8;
            secret.put((byte) (buffer >> bits));
        }
        return new AuthenticatorApp(secret.array());
    }

    /** Returns what the app shows at this time. */
    String value(Instant time) {
        try {
            var mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(secret, "HmacSHA1"));
            var step = ByteBuffer.allocate(8).putLong(time.getEpochSecond() / PERIOD);
            var hash = mac.doFinal(step.array());
            int number = ByteBuffer.wrap(hash).getInt(hash[hash.length - 1] & 0xf) & 0x7fffffff;
            return String.format("%06d", number % 1_000_000);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has HmacSHA1", e);
        }
    }

    /** Returns what the app showed before, which sites accept, too, as typing takes time. */
    String earlierValue(Instant time) {
        return value(time.minusSeconds(PERIOD));
    }

    /** Returns a value that no site accepts at this time. */
    String wrongValue(Instant time) {
        int number = 0;
        var value = "000000";
        while (isNear(value, time)) value = String.format("%06d", ++number);
        return value;
    }

    private boolean isNear(String value, Instant time) {
        for (int steps = -2; steps <= 2; steps++) {
            if (value(time.plusSeconds((long) steps * PERIOD)).equals(value)) return true;
        }
        return false;
    }
}
