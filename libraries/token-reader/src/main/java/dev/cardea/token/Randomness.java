package dev.cardea.token;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/**
 * The source of random bytes. The only code that uses {@link SecureRandom}, so a test can pass its own source.
 * Implementations must be safe for concurrent use.
 */
@FunctionalInterface
public interface Randomness {
    /** Returns unpredictable bytes in a new array. */
    byte[] bytes(int length);

    /** Returns the random source of the operating system, fit for keys, vectors and tokens. */
    static Randomness secure() {
        var random = new SecureRandom();
        return length -> {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            return bytes;
        };
    }

    /** Returns random bytes as lower-case hex, two characters for each byte. */
    default String hex(int bytes) {
        return HexFormat.of().formatHex(bytes(bytes));
    }

    /** Returns random bytes as base64url without padding (RFC 4648 §5). */
    default String base64Url(int bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes(bytes));
    }

    /** Returns a version 4 UUID (RFC 9562 §5.4): 122 random bits. */
    default String uuid() {
        byte[] bytes = bytes(16);
        bytes[6] = (byte) ((bytes[6] & 0x0f) | 0x40);
        bytes[8] = (byte) ((bytes[8] & 0x3f) | 0x80);
        var hex = HexFormat.of().formatHex(bytes);
        return hex.substring(0, 8) + "-" + hex.substring(8, 12) + "-" + hex.substring(12, 16) + "-"
                + hex.substring(16, 20) + "-" + hex.substring(20);
    }
}
