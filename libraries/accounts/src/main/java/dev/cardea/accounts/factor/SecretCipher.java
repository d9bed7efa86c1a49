package dev.cardea.accounts.factor;

import dev.cardea.jose.Hashes;
import dev.cardea.token.Randomness;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts secrets that the store has, by AES-256-GCM (NIST SP 800-38D). What is sealed for one record opens for no other one.
 * Immutable, and safe for concurrent use.
 */
public final class SecretCipher {
    static final int KEY = 32;
    private static final int VECTOR = 12;
    private static final int TAG_BITS = 128;

    private final List<Key> keys;
    private final Randomness randomness;

    private record Key(String id, SecretKeySpec aes) {
        /** The ID says with which key to open, and nothing of the key. */
        static Key of(byte[] bytes) {
            if (bytes.length != KEY) throw new IllegalArgumentException("a key has 32 bytes");
            return new Key(Hashes.sha256Hex(bytes).substring(0, 8), new SecretKeySpec(bytes, "AES"));
        }
    }

    /**
     * A secret that was opened.
     *
     * @param isOutdated whether it was sealed with an older key, and should be sealed again
     */
    record Plaintext(byte[] secret, boolean isOutdated) {
        /** Without the secret. */
        @Override
        public String toString() {
            return "Plaintext";
        }
    }

    /** @param keys of 32 bytes, the newest first */
    public SecretCipher(List<byte[]> keys, Randomness randomness) {
        this.keys = keys.stream().map(Key::of).toList();
        this.randomness = randomness;
    }

    /** @param owner the record, and whose it is */
    String seal(byte[] secret, String owner) {
        var key = keys.get(0);
        var vector = randomness.bytes(VECTOR);
        try {
            var encrypted = cipher(Cipher.ENCRYPT_MODE, key, vector, owner).doFinal(secret);
            var sealed = Arrays.copyOf(vector, VECTOR + encrypted.length);
            System.arraycopy(encrypted, 0, sealed, VECTOR, encrypted.length);
            return key.id() + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(sealed);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has AES/GCM", e);
        }
    }

    /** Returns the secret; empty if it was sealed for another owner, by a key that is gone, or not here. */
    Optional<Plaintext> open(String sealed, String owner) {
        int dot = sealed.indexOf('.');
        for (var key : keys) {
            if (dot < 0 || !key.id().equals(sealed.substring(0, dot))) continue;
            var opened = open(key, sealed.substring(dot + 1), owner);
            if (opened.isPresent()) return opened.map(it -> new Plaintext(it, !key.equals(keys.get(0))));
        }
        return Optional.empty();
    }

    private static Optional<byte[]> open(Key key, String text, String owner) {
        try {
            var sealed = Base64.getUrlDecoder().decode(text);
            if (sealed.length < VECTOR + TAG_BITS / 8) return Optional.empty();
            var vector = Arrays.copyOf(sealed, VECTOR);
            var cipher = cipher(Cipher.DECRYPT_MODE, key, vector, owner);
            return Optional.of(cipher.doFinal(sealed, VECTOR, sealed.length - VECTOR));
        } catch (AEADBadTagException | IllegalArgumentException e) {
            return Optional.empty();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has AES/GCM", e);
        }
    }

    private static Cipher cipher(int mode, Key key, byte[] vector, String owner) throws GeneralSecurityException {
        var cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key.aes(), new GCMParameterSpec(TAG_BITS, vector));
        cipher.updateAAD(owner.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }

    /** Without the keys. */
    @Override
    public String toString() {
        return "SecretCipher";
    }
}
