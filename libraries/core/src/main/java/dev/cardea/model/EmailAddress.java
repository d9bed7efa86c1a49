package dev.cardea.model;

import java.text.Normalizer;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An email address in the one form that is stored, compared and used for emails. Text that an email program could read
 * in a different way is rejected.
 */
public final class EmailAddress {
    private static final int MAX_LENGTH = 254;
    private static final int MAX_LOCAL = 64;
    private static final String REFUSED = "\"<>()[]:;,\\";

    private EmailAddress() {}

    /** @throws IllegalArgumentException for an invalid address; the message omits it */
    public static String normalize(String accepted) {
        if (accepted.isEmpty()) throw new IllegalArgumentException("no email address was sent");
        var text = trim(nfkc(nfkc(accepted).toLowerCase(Locale.ROOT)));
        int at = text.indexOf('@');
        if (at < 1 || at != text.lastIndexOf('@'))
            throw new IllegalArgumentException("an address must have exactly one @");
        var local = text.substring(0, at);
        var domain = beforeComma(text.substring(at + 1));
        requireCharacters(local);
        requireCharacters(domain);
        requireLocal(local);
        requireDomain(domain);
        var address = local + "@" + domain;
        if (address.length() > MAX_LENGTH) throw new IllegalArgumentException("the address is too long");
        return address;
    }

    /** Returns whether the text is one address in its normal form. */
    public static boolean isNormal(String text) {
        try {
            return normalize(text).equals(text);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * Returns the one address that a provider reports, in its normal form; {@code null} where the text is not exactly one
     * address.
     */
    public static @Nullable String ofProvider(String reported) {
        try {
            return reported.indexOf(',') < 0 ? normalize(reported) : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Lower case may need this again: İ becomes two characters, whose marks have an order. */
    private static String nfkc(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFKC);
    }

    private static String beforeComma(String domain) {
        int comma = domain.indexOf(',');
        return comma < 0 ? domain : domain.substring(0, comma);
    }

    private static void requireLocal(String local) {
        if (local.length() > MAX_LOCAL) throw new IllegalArgumentException("the part before the @ is too long");
        if (local.startsWith("-") || local.startsWith("=?")) {
            throw new IllegalArgumentException("the part before the @ starts like an option or an encoded word");
        }
    }

    private static void requireDomain(String domain) {
        if (domain.isEmpty() || domain.startsWith(".") || domain.endsWith(".") || domain.contains("..")) {
            throw new IllegalArgumentException("the domain has an empty label");
        }
    }

    private static void requireCharacters(String part) {
        part.codePoints().forEach(point -> {
            boolean hidden = Character.getType(point) == Character.FORMAT
                    || Character.getType(point) == Character.SURROGATE
                    || Character.isISOControl(point);
            if (hidden || isSpace(point) || REFUSED.indexOf(point) >= 0) {
                throw new IllegalArgumentException("the address contains a character that isn't allowed");
            }
        });
    }

    /** As JavaScript trims: white space, no-break spaces, line ends and the byte order mark. */
    private static String trim(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isTrimmed(text.charAt(start))) start++;
        while (end > start && isTrimmed(text.charAt(end - 1))) end--;
        return text.substring(start, end);
    }

    private static boolean isTrimmed(char c) {
        return c == '\uFEFF' || isSpace(c);
    }

    private static boolean isSpace(int point) {
        return Character.isWhitespace(point) || Character.isSpaceChar(point);
    }
}
