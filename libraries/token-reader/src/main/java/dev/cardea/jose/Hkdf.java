package dev.cardea.jose;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Derives keys with HKDF-SHA-256 (RFC 5869): many keys from one secret, each for one purpose. The derivation does not
 * protect a guessable secret.
 */
public final class Hkdf {
    private static final int HASH = 32;

    private Hkdf() {}

    /**
     * Extracts and expands (RFC 5869 §2.2, §2.3).
     *
     * @param ikm the input keying material; rejected if empty, because such a key would protect nothing
     * @param salt may be empty
     * @param info names the purpose; at most 1024 bytes
     * @param length of the key in bytes, at most 8160
     * @throws IllegalArgumentException if a length is out of bounds
     */
    public static byte[] sha256(byte[] ikm, byte[] salt, byte[] info, int length) {
        if (ikm.length == 0) throw new IllegalArgumentException("cannot derive a key from an empty secret");
        if (info.length > 1024) throw new IllegalArgumentException("the info is longer than 1024 bytes");
        if (length < 1 || length > 255 * HASH) throw new IllegalArgumentException("HKDF derives 1 to 8160 bytes");
        byte[] pseudorandom = hmac(salt.length == 0 ? new byte[HASH] : salt, ikm);
        byte[] out = new byte[length];
        byte[] block = new byte[0];
        for (int i = 0, done = 0; done < length; done += block.length) {
            byte[] input = Arrays.copyOf(block, block.length + info.length + 1);
            System.arraycopy(info, 0, input, block.length, info.length);
            input[input.length - 1] = (byte) ++i;
            block = hmac(pseudorandom, input);
            System.arraycopy(block, 0, out, done, Math.min(block.length, length - done));
        }
        return out;
    }

    private static byte[] hmac(byte[] key, byte[] data) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(data);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has HmacSHA256", e);
        }
    }
}
