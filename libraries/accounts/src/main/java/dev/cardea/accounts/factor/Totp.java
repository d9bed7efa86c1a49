package dev.cardea.accounts.factor;

import com.eatthepath.otp.HmacOneTimePasswordGenerator;
import dev.cardea.jose.Hashes;
import dev.cardea.module.MailedCode;
import java.security.InvalidKeyException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import javax.crypto.spec.SecretKeySpec;

/** Time-based one-time passwords (RFC 6238) of six digits, as every authenticator app has them. */
final class Totp {
    static final int SECRET = 20;
    static final int DIGITS = 6;
    static final Duration PERIOD = Duration.ofSeconds(30);

    private static final Pattern VALUE = Pattern.compile("[0-9]{" + DIGITS + "}");
    private static final HmacOneTimePasswordGenerator VALUES = new HmacOneTimePasswordGenerator(DIGITS);

    private Totp() {}

    static long stepAt(Instant time) {
        return time.getEpochSecond() / PERIOD.toSeconds();
    }

    static String value(byte[] secret, long step) {
        try {
            return VALUES.generateOneTimePasswordString(new SecretKeySpec(secret, "HmacSHA1"), step, Locale.ROOT);
        } catch (InvalidKeyException e) {
            throw new IllegalStateException("every JVM has HmacSHA1", e);
        }
    }

    /**
     * Returns the step whose value was entered: the present one, or the one before, as typing takes time. Each takes as long as
     * the other.
     *
     * @param last the step that was accepted last: a value works once
     */
    static OptionalLong step(byte[] secret, String entered, Instant now, long last) {
        var code = MailedCode.read(entered);
        if (!VALUE.matcher(code).matches()) return OptionalLong.empty();
        long present = stepAt(now);
        boolean isPresent = Hashes.equal(value(secret, present), code) && present > last;
        boolean isBefore = Hashes.equal(value(secret, present - 1), code) && present - 1 > last;
        if (isPresent) return OptionalLong.of(present);
        return isBefore ? OptionalLong.of(present - 1) : OptionalLong.empty();
    }
}
