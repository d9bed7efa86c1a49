package dev.cardea.password;

import dev.cardea.observe.Step.PasswordHash.Algorithm;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.bouncycastle.crypto.generators.SCrypt;

/**
 * scrypt (RFC 7914).
 *
 * @param logN the logarithm of N
 */
record Scrypt(int logN, int r, int p, byte[] salt, byte[] key) implements StoredHash {
    private static final int MAX_LANES = 64;

    Scrypt {
        boolean isAllowed = logN >= 1
                && logN <= 24
                && r >= 1
                && r <= 64
                && p >= 1
                && p <= MAX_LANES
                && logN < 16 * r
                && mebibytes(logN, r) <= MAX_MEBIBYTES
                && key.length >= 16;
        if (!isAllowed) throw new IllegalArgumentException("these parameters of scrypt are out of bounds");
    }

    @Override
    public Algorithm algorithm() {
        return Algorithm.SCRYPT;
    }

    @Override
    public int mebibytes() {
        return (int) mebibytes(logN, r);
    }

    private static long mebibytes(int logN, int r) {
        return Math.max(1, ((128L * r) << logN) >> 20);
    }

    @Override
    public boolean matches(String password) {
        byte[] made = SCrypt.generate(password.getBytes(StandardCharsets.UTF_8), salt, 1 << logN, r, p, key.length);
        return MessageDigest.isEqual(key, made);
    }

    @Override
    public String toString() {
        return "Scrypt";
    }
}
