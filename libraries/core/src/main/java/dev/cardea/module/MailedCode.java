package dev.cardea.module;

import dev.cardea.token.Randomness;
import java.math.BigInteger;
import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes the code of eight digits that an email has, and reads it as visitors enter it. */
public final class MailedCode {
    private static final BigInteger NUMBER = BigInteger.valueOf(100_000_000);
    private static final Pattern DIGITS = Pattern.compile("[0-9]{8}");

    /** White space, hyphens, and characters that no one sees. */
    private static final Pattern SEPARATORS = Pattern.compile("[\\s\\p{Z}\\p{Pd}\\p{Cf}]");

    private MailedCode() {}

    /** Makes a code. */
    public static String random(Randomness randomness) {
        // Of 128 bits, so that all codes are equally likely.
        return String.format(Locale.ROOT, "%08d", new BigInteger(1, randomness.bytes(16)).mod(NUMBER));
    }

    /** Returns whether a text is eight ASCII digits. */
    public static boolean is(@Nullable String text) {
        return text != null && DIGITS.matcher(text).matches();
    }

    /**
     * Reads a code without what separates its digits, and with those of ASCII: keyboards have others.
     *
     * @param entered what the visitor entered; {@code null}: nothing
     */
    public static String read(@Nullable String entered) {
        if (entered == null) return "";
        var code = new StringBuilder();
        SEPARATORS
                .matcher(Normalizer.normalize(entered, Normalizer.Form.NFKC))
                .replaceAll("")
                .codePoints()
                .forEach(c -> code.appendCodePoint(Character.isDigit(c) ? '0' + Character.digit(c, 10) : c));
        return code.toString();
    }
}
