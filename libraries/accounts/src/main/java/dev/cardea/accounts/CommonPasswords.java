package dev.cardea.accounts;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** The passwords that attackers try first: a list, and short texts repeated. */
final class CommonPasswords {
    /** What is shorter would not even be accepted once, so its repetitions are not either. */
    private static final int SHORT = PasswordPolicy.LEAST;

    private CommonPasswords() {}

    /** @param folded in lower case, without spaces */
    static boolean has(String folded) {
        var unit = repeatedUnit(folded);
        boolean isShort = unit.codePointCount(0, unit.length()) < SHORT;
        return isShort || WordList.WORDS.contains(folded) || WordList.WORDS.contains(unit);
    }

    /** Returns the shortest text of which this one is a repetition; the text itself if it is none. */
    private static String repeatedUnit(String text) {
        // A rotation that equals the text shows its period; the text twice has all rotations.
        int period = (text + text).indexOf(text, 1);
        return text.isEmpty() ? text : text.substring(0, period);
    }

    /** Read at the first use: most requests judge no password. */
    private static final class WordList {
        private static final String NAME = "common-passwords.txt";
        private static final Set<String> WORDS = read();

        private static Set<String> read() {
            var found = Objects.requireNonNull(CommonPasswords.class.getResourceAsStream(NAME), NAME);
            try (var lines = new BufferedReader(new InputStreamReader(found, StandardCharsets.US_ASCII))) {
                return lines.lines().filter(line -> !line.startsWith("# ")).collect(Collectors.toUnmodifiableSet());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
