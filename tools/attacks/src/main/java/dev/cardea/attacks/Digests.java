package dev.cardea.attacks;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/** SHA-256 in hexadecimal, as cookies of CSRF tokens and signatures of hooks have it. */
final class Digests {
    private Digests() {}

    /** As the code challenge of PKCE (RFC 7636 §4.2). */
    static String sha256Base64Url(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(sha256(text.getBytes(StandardCharsets.UTF_8)));
    }

    static String sha256Hex(String text) {
        return sha256Hex(text.getBytes(StandardCharsets.UTF_8));
    }

    static String sha256Hex(byte[] bytes) {
        return HexFormat.of().formatHex(sha256(bytes));
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
