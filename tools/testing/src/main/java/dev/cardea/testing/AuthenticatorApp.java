package dev.cardea.testing;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Shows what an authenticator app shows for a key: values of six digits, for 30 seconds each (RFC 6238). With it, a test or a
 * developer without a phone gives the second factor of a user. Immutable.
 */
public final class AuthenticatorApp {
    private static final String BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final Pattern KEY = Pattern.compile("[A-Z2-7]{16,128}");
    private static final int PERIOD = 30;

    private final SecretKeySpec secret;

    private AuthenticatorApp(byte[] secret) {
        this.secret = new SecretKeySpec(secret, "HmacSHA1");
    }

    /**
     * Connects an app by its key.
     *
     * @param key in Base32, as the page that sets the app up shows it: in any case, with or without spaces
     * @throws IllegalArgumentException if it isn't such a key
     */
    public static AuthenticatorApp of(String key) {
        var digits = key.replaceAll("\\s", "").toUpperCase(Locale.ROOT);
        if (!KEY.matcher(digits).matches()) throw new IllegalArgumentException("this isn't the key of an app");
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

    /** Returns what the app shows at this time. A site also accepts what it showed 30 seconds earlier, and each value once. */
    public String value(Instant time) {
        try {
            var mac = Mac.getInstance("HmacSHA1");
            mac.init(secret);
            var step = ByteBuffer.allocate(Long.BYTES).putLong(time.getEpochSecond() / PERIOD);
            var hash = mac.doFinal(step.array());
            int number = ByteBuffer.wrap(hash).getInt(hash[hash.length - 1] & 0xf) & 0x7fffffff;
            return String.format(Locale.ROOT, "%06d", number % 1_000_000);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has HmacSHA1", e);
        }
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "AuthenticatorApp";
    }
}
