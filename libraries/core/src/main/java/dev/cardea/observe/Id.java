package dev.cardea.observe;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** A random number of 64 bits that identifies a request or a sign-in. It prints as 16 hexadecimal digits. */
public record Id(long bits) {
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{16}");

    /** Returns the id that prints as this text; empty for any other text. */
    public static Optional<Id> parse(String text) {
        return FORM.matcher(text).matches() ? Optional.of(new Id(Long.parseUnsignedLong(text, 16))) : Optional.empty();
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%016x", bits);
    }
}
