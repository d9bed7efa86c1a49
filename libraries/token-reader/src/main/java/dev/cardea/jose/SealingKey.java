package dev.cardea.jose;

import dev.cardea.jose.ContentEncryption.SealedText;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * A derived key, ready for use, with its {@code kid}: the JWK thumbprint (RFC 7638). Made once and kept; safe for
 * concurrent use. Never prints its bytes.
 */
public final class SealingKey {
    private static final Base64.Encoder BASE64URL = Base64.getUrlEncoder().withoutPadding();

    private final ContentEncryption enc;
    private final SecretKey encryption;
    private final String kid;
    private final String encodedHeader;
    private final Primitives.Slot primitives;

    /**
     * @param key copied
     * @throws IllegalArgumentException if the length is not {@link ContentEncryption#keyLength}
     */
    public SealingKey(ContentEncryption enc, byte[] key) {
        if (key.length != enc.keyLength()) throw new IllegalArgumentException("wrong key length");
        this.enc = enc;
        boolean split = enc == ContentEncryption.A256CBC_HS512;
        primitives = new Primitives.Slot(new SecretKeySpec(split ? Arrays.copyOf(key, 32) : key, "HmacSHA512"));
        encryption = new SecretKeySpec(split ? Arrays.copyOfRange(key, 32, 64) : key, "AES");
        kid = thumbprint(key);
        var header = "{\"alg\":\"dir\",\"enc\":\"" + enc.wire() + "\",\"kid\":\"" + kid + "\"}";
        encodedHeader = BASE64URL.encodeToString(header.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the encryption that the key is for. */
    public ContentEncryption enc() {
        return enc;
    }

    /** Names the key without revealing it: the hash of the key as a JWK, in base64url. */
    public String kid() {
        return kid;
    }

    /** Returns the protected header of every token that this key seals. */
    String encodedHeader() {
        return encodedHeader;
    }

    SealedText seal(byte[] iv, byte[] aad, byte[] plain) throws GeneralSecurityException {
        return enc.seal(encryption, primitives, iv, aad, plain);
    }

    byte[] open(byte[] iv, byte[] aad, SealedText sealed) throws GeneralSecurityException {
        return enc.open(encryption, primitives, iv, aad, sealed);
    }

    private static String thumbprint(byte[] key) {
        var jwk = "{\"k\":\"" + BASE64URL.encodeToString(key) + "\",\"kty\":\"oct\"}";
        try {
            var hash = MessageDigest.getInstance(key.length == 64 ? "SHA-512" : "SHA-256");
            return BASE64URL.encodeToString(hash.digest(jwk.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-2", e);
        }
    }

    @Override
    public String toString() {
        return "SealingKey[" + enc.wire() + "]";
    }
}
