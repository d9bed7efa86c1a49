package dev.cardea.testing;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 (FIPS 180-4). */
final class Sha256 {
    private Sha256() {}

    static byte[] of(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /** Of the text in UTF-8. */
    static byte[] of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }
}
