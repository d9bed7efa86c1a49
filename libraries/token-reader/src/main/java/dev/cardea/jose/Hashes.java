package dev.cardea.jose;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** SHA-256, HMAC with SHA-256, and the comparison that takes as long for a near miss as for a far one. */
public final class Hashes {
    private Hashes() {}

    /** Returns the SHA-256 of the text in UTF-8, in hex. */
    public static String sha256Hex(String text) {
        return sha256Hex(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the SHA-256 of the bytes, in hex. */
    public static String sha256Hex(byte[] bytes) {
        return HexFormat.of().formatHex(sha256(bytes));
    }

    /** Returns the SHA-256 of the bytes. */
    public static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /** Returns the HMAC with SHA-256 (RFC 2104) in hex, for values of which a part comes from a visitor. */
    public static String hmacSha256Hex(String secret, String text) {
        var key = hmacKey(sha256Hex(secret).getBytes(StandardCharsets.US_ASCII));
        return HexFormat.of().formatHex(hmacSha256(key, text));
    }

    /** Creates a key for {@link #hmacSha256}. */
    public static SecretKeySpec hmacKey(byte[] key) {
        return new SecretKeySpec(key, "HmacSHA256");
    }

    /** Returns the HMAC with SHA-256 (RFC 2104) of the text in UTF-8. */
    public static byte[] hmacSha256(SecretKeySpec key, String text) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has HmacSHA256", e);
        }
    }

    /** Compares in constant time for texts of one length. */
    public static boolean equal(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }
}
