package dev.cardea.password;

import dev.cardea.observe.Step.PasswordHash.Algorithm;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * Argon2 (RFC 9106).
 *
 * @param type 0 for Argon2d, 1 for Argon2i, 2 for Argon2id (§3.1)
 */
record Argon2(int type, int version, int kibibytes, int passes, int lanes, byte[] salt, byte[] tag)
        implements StoredHash {
    static final int ID = 2;
    static final int VERSION = 0x13;
    static final int SALT = 16;
    static final int TAG = 32;

    private static final int MAX_PASSES = 64;
    private static final int MAX_LANES = 64;

    Argon2 {
        boolean isAllowed = (version == VERSION || version == 0x10)
                && kibibytes >= 8 * lanes
                && kibibytes <= MAX_MEBIBYTES * 1024
                && passes >= 1
                && passes <= MAX_PASSES
                && lanes >= 1
                && lanes <= MAX_LANES
                && salt.length >= 8
                && tag.length >= 4;
        if (!isAllowed) throw new IllegalArgumentException("these parameters of Argon2 are out of bounds");
    }

    /** Hashes a password with the same parameters. */
    Argon2 of(String password, byte[] freshSalt) {
        return with(freshSalt, compute(password, freshSalt, TAG));
    }

    Argon2 with(byte[] otherSalt, byte[] otherTag) {
        return new Argon2(type, version, kibibytes, passes, lanes, otherSalt, otherTag);
    }

    /** Returns whether this hash costs an attacker at least as much work as the other. */
    boolean isAsGoodAs(Argon2 other) {
        return type == ID
                && version == VERSION
                && kibibytes >= other.kibibytes
                && passes >= other.passes
                && salt.length >= SALT
                && tag.length >= TAG;
    }

    @Override
    public Algorithm algorithm() {
        return Algorithm.ARGON2;
    }

    @Override
    public int mebibytes() {
        return (kibibytes + 1023) / 1024;
    }

    @Override
    public boolean matches(String password) {
        return MessageDigest.isEqual(tag, compute(password, salt, tag.length));
    }

    private byte[] compute(String password, byte[] someSalt, int length) {
        var generator = new Argon2BytesGenerator();
        generator.init(new Argon2Parameters.Builder(type)
                .withVersion(version)
                .withMemoryAsKB(kibibytes)
                .withIterations(passes)
                .withParallelism(lanes)
                .withSalt(someSalt)
                .build());
        byte[] made = new byte[length];
        generator.generateBytes(password.getBytes(StandardCharsets.UTF_8), made);
        return made;
    }

    /** Returns the PHC string. */
    String text() {
        var base64 = Base64.getEncoder().withoutPadding();
        return "$argon2id$v=19$m=" + kibibytes + ",t=" + passes + ",p=" + lanes + "$" + base64.encodeToString(salt)
                + "$" + base64.encodeToString(tag);
    }

    /** Prints nothing of the hash, which does not belong in a log. */
    @Override
    public String toString() {
        return "Argon2";
    }
}
