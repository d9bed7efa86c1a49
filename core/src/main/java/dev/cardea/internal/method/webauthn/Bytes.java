package dev.cardea.internal.method.webauthn;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** Hashes, and the two alphabets of RFC 4648: rows hold the standard one with padding, browsers the other without. */
final class Bytes {
    private Bytes() {}

    static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    static byte[] fromBase64(String text) {
        return Base64.getDecoder().decode(text);
    }

    static String base64Url(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** @throws IllegalArgumentException where the text is none, or padded */
    static byte[] fromBase64Url(String text) {
        if (text.indexOf('=') >= 0) throw new IllegalArgumentException("base64url is written without padding");
        return Base64.getUrlDecoder().decode(text);
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
