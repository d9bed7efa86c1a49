package dev.cardea.jose;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;

/**
 * The two content encryptions of session tokens. Tokens are sealed with the first and opened with both, because other
 * issuers of such tokens use the second.
 */
public enum ContentEncryption {
    /** AES in CBC mode, then HMAC over the whole, which is verified before anything is decrypted (RFC 7518 §5.2.5). */
    A256CBC_HS512("A256CBC-HS512", 64, 16, 32) {
        @Override
        SealedText seal(SecretKey key, Primitives.Slot slot, byte[] iv, byte[] aad, byte[] plain)
                throws GeneralSecurityException {
            var primitives = slot.take();
            byte[] encrypted = crypt(primitives.cipher, Cipher.ENCRYPT_MODE, key, iv, plain);
            var sealed = new SealedText(encrypted, tag(primitives.mac, iv, aad, encrypted));
            slot.release(primitives);
            return sealed;
        }

        @Override
        byte[] open(SecretKey key, Primitives.Slot slot, byte[] iv, byte[] aad, SealedText sealed)
                throws GeneralSecurityException {
            var primitives = slot.take();
            if (!MessageDigest.isEqual(tag(primitives.mac, iv, aad, sealed.text()), sealed.tag())) throw tampered();
            byte[] plain = crypt(primitives.cipher, Cipher.DECRYPT_MODE, key, iv, sealed.text());
            slot.release(primitives);
            return plain;
        }

        private byte[] crypt(Cipher cipher, int mode, SecretKey key, byte[] iv, byte[] text)
                throws GeneralSecurityException {
            cipher.init(mode, key, new IvParameterSpec(iv));
            return cipher.doFinal(text);
        }

        private byte[] tag(Mac mac, byte[] iv, byte[] aad, byte[] encrypted) {
            mac.update(aad);
            mac.update(iv);
            mac.update(encrypted);
            mac.update(ByteBuffer.allocate(8).putLong(aad.length * 8L).array());
            return Arrays.copyOf(mac.doFinal(), 32);
        }
    },
    /** AES in Galois/Counter Mode (RFC 7518 §5.3). */
    A256GCM("A256GCM", 32, 12, 16) {
        private byte[] crypt(int mode, SecretKey key, byte[] iv, byte[] aad, byte[] text)
                throws GeneralSecurityException {
            var cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, key, new GCMParameterSpec(128, iv));
            cipher.updateAAD(aad);
            return cipher.doFinal(text);
        }

        @Override
        SealedText seal(SecretKey key, Primitives.Slot slot, byte[] iv, byte[] aad, byte[] plain)
                throws GeneralSecurityException {
            byte[] both = crypt(Cipher.ENCRYPT_MODE, key, iv, aad, plain);
            int length = both.length - 16;
            return new SealedText(Arrays.copyOf(both, length), Arrays.copyOfRange(both, length, both.length));
        }

        @Override
        byte[] open(SecretKey key, Primitives.Slot slot, byte[] iv, byte[] aad, SealedText sealed)
                throws GeneralSecurityException {
            byte[] both = Arrays.copyOf(sealed.text(), sealed.text().length + sealed.tag().length);
            System.arraycopy(sealed.tag(), 0, both, sealed.text().length, sealed.tag().length);
            return crypt(Cipher.DECRYPT_MODE, key, iv, aad, both);
        }
    };

    /** Ciphertext and authentication tag. */
    record SealedText(byte[] text, byte[] tag) {}

    private final String wire;
    private final int keyLength;
    private final int ivLength;
    private final int tagLength;

    ContentEncryption(String wire, int keyLength, int ivLength, int tagLength) {
        this.wire = wire;
        this.keyLength = keyLength;
        this.ivLength = ivLength;
        this.tagLength = tagLength;
    }

    /** Returns the value of {@code enc} in a header. */
    public String wire() {
        return wire;
    }

    /** Returns the key length in bytes. */
    public int keyLength() {
        return keyLength;
    }

    int ivLength() {
        return ivLength;
    }

    int tagLength() {
        return tagLength;
    }

    static Optional<ContentEncryption> parse(String enc) {
        for (var value : values()) if (value.wire.equals(enc)) return Optional.of(value);
        return Optional.empty();
    }

    /** @param slot of the key; only the first encryption uses it */
    abstract SealedText seal(SecretKey key, Primitives.Slot slot, byte[] iv, byte[] aad, byte[] plain)
            throws GeneralSecurityException;

    abstract byte[] open(SecretKey key, Primitives.Slot slot, byte[] iv, byte[] aad, SealedText sealed)
            throws GeneralSecurityException;

    static GeneralSecurityException tampered() {
        return new GeneralSecurityException("the authentication tag does not match");
    }
}
