package dev.cardea.password;

import dev.cardea.observe.Step.PasswordHash.Algorithm;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * PBKDF2 (RFC 8018 §5.2) of the JDK, whose digests are faster than those of a library.
 *
 * @param digest of its HMAC: {@code SHA1}, {@code SHA256} or {@code SHA512}
 */
record Pbkdf2(String digest, int iterations, byte[] salt, byte[] key) implements StoredHash {
    private static final int MAX_ITERATIONS = 10_000_000;

    Pbkdf2 {
        boolean isAllowed = iterations >= 1
                && iterations <= MAX_ITERATIONS
                && salt.length > 0
                && key.length >= 16
                && key.length <= 64;
        if (!isAllowed) throw new IllegalArgumentException("these parameters of PBKDF2 are out of bounds");
    }

    @Override
    public Algorithm algorithm() {
        return Algorithm.PBKDF2;
    }

    @Override
    public int mebibytes() {
        return 1;
    }

    @Override
    public boolean matches(String password) {
        try {
            var parameters = new PBEKeySpec(password.toCharArray(), salt, iterations, key.length * 8);
            byte[] made = SecretKeyFactory.getInstance("PBKDF2WithHmac" + digest)
                    .generateSecret(parameters)
                    .getEncoded();
            return MessageDigest.isEqual(key, made);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no PBKDF2 with " + digest, e);
        }
    }

    @Override
    public String toString() {
        return "Pbkdf2";
    }
}
