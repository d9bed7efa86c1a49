package dev.cardea.token;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/**
 * Where random bytes come from: the one owner of {@link SecureRandom}, so that a test can pass its own. Safe for
 * concurrent use; an implementation must be.
 */
@FunctionalInterface
public interface Randomness {
    /** So many unpredictable bytes, in an array that is the caller's own. */
    byte[] bytes(int length);

    /** The operating system's; good for keys, vectors and tokens. */
    static Randomness secure() {
        var random = new SecureRandom();
        return length -> {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            return bytes;
        };
    }

    /** So many random bytes as lower-case hex, two characters for each. */
    default String hex(int bytes) {
        return HexFormat.of().formatHex(bytes(bytes));
    }

    /** So many random bytes as base64url without padding (RFC 4648 §5). */
    default String base64Url(int bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes(bytes));
    }

    /** A version 4 UUID (RFC 9562 §5.4): 122 random bits. */
    default String uuid() {
        byte[] bytes = bytes(16);
        bytes[6] = (byte) ((bytes[6] & 0x0f) | 0x40);
        bytes[8] = (byte) ((bytes[8] & 0x3f) | 0x80);
        var hex = HexFormat.of().formatHex(bytes);
        return hex.substring(0, 8) + "-" + hex.substring(8, 12) + "-" + hex.substring(12, 16) + "-"
                + hex.substring(16, 20) + "-" + hex.substring(20);
    }
}
