package dev.cardea.password;

import dev.cardea.observe.Step.PasswordHash.Algorithm;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.bouncycastle.crypto.generators.OpenBSDBCrypt;

/**
 * bcrypt, which reads only 72 bytes. A longer password never matches, because every password with the same first 72
 * bytes would match too.
 *
 * @param hashedBefore whether the input was the SHA-256 of the password in hex, as in Django, and so of the whole
 *     password
 */
record Bcrypt(String text, int cost, boolean hashedBefore) implements StoredHash {
    private static final int MAX_BYTES = 72;
    private static final int MAX_COST = 16;

    Bcrypt {
        if (cost < 4 || cost > MAX_COST) throw new IllegalArgumentException("this cost of bcrypt is out of bounds");
    }

    @Override
    public Algorithm algorithm() {
        return Algorithm.BCRYPT;
    }

    @Override
    public int mebibytes() {
        return 1;
    }

    @Override
    @SuppressWarnings("ShortCircuitBoolean")
    public boolean matches(String password) {
        byte[] bytes = password.getBytes(StandardCharsets.UTF_8);
        byte[] input = hashedBefore ? sha256(bytes) : bytes;
        // Compared even for a password that is too long, so that the time does not reveal the kind of hash.
        return OpenBSDBCrypt.checkPassword(text, input) & input.length <= MAX_BYTES;
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(digest).getBytes(StandardCharsets.US_ASCII);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return "Bcrypt";
    }
}
