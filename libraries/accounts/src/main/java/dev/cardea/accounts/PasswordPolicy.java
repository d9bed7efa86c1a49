package dev.cardea.accounts;

import dev.cardea.model.User;
import java.lang.System.Logger.Level;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The rules for a new password, as NIST SP 800-63B-4 §3.1.1.2 and OWASP ASVS 5.0 §6.2 have them: length, and nothing that
 * is tried first. No rule asks for digits or signs, and none is asked at sign-in.
 *
 * @param minimumLength in code points after NFC
 * @param contextWords what visitors of this site think of first, such as its name
 * @param own the application's rule, which returns why it refuses a password; {@code null}: it has none
 */
record PasswordPolicy(
        int minimumLength,
        List<String> contextWords,
        @Nullable BiFunction<String, User, Optional<String>> own) {
    private static final System.Logger LOG = System.getLogger("dev.cardea.accounts");
    static final int LEAST = 8;
    static final int MOST = 1024;
    static final PasswordPolicy STANDARD = new PasswordPolicy(15, List.of(), null);
    /** What a context word and its repetitions may have besides them, and is still refused. */
    private static final int EXTRA = 4;

    private static final int SHORTEST_WORD = 3;

    PasswordPolicy {
        contextWords = List.copyOf(contextWords);
        if (minimumLength < LEAST || minimumLength > MOST) {
            throw new IllegalArgumentException("the minimum length of a password is " + minimumLength
                    + "; set at least " + LEAST + ", better 15, and at most " + MOST);
        }
    }

    PasswordPolicy minimumLength(int length) {
        return new PasswordPolicy(length, contextWords, own);
    }

    PasswordPolicy contextWords(List<String> words) {
        return new PasswordPolicy(minimumLength, words, own);
    }

    PasswordPolicy own(BiFunction<String, User, Optional<String>> rule) {
        return new PasswordPolicy(minimumLength, contextWords, rule);
    }

    /**
     * Asks the application about a password without other faults. A rule that throws refuses, without a reason.
     *
     * @return the reason; empty if the user may set the password
     */
    Optional<String> refusal(String password, User user) {
        if (own == null) return Optional.empty();
        try {
            return Objects.requireNonNull(own.apply(password, user));
        } catch (RuntimeException e) {
            // The message of the exception may have the password.
            LOG.log(
                    Level.ERROR,
                    "accounts: passwordPolicy threw {0}, so the password was refused",
                    e.getClass().getName());
            return Optional.of("");
        }
    }

    /**
     * Judges a new password; empty if it may be used.
     *
     * @param about texts about the user and the site, such as email address and host, of which a password must not consist
     */
    Optional<PasswordFault> fault(String password, Collection<String> about) {
        var text = Normalizer.normalize(password, Normalizer.Form.NFC);
        int length = text.codePointCount(0, text.length());
        if (length < minimumLength) return Optional.of(PasswordFault.TOO_SHORT);
        if (length > MOST) return Optional.of(PasswordFault.TOO_LONG);
        if (hasLoneSurrogate(text)) return Optional.of(PasswordFault.REFUSED);
        var folded = fold(text);
        if (CommonPasswords.has(folded) || KeyRuns.cover(folded)) return Optional.of(PasswordFault.COMMON);
        return isAboutTheSite(folded, about) ? Optional.of(PasswordFault.CONTEXT) : Optional.empty();
    }

    /** Lower case, without spaces: variants that cost a guess nothing. */
    private static String fold(String text) {
        var folded = new StringBuilder(text.length());
        text.toLowerCase(Locale.ROOT)
                .codePoints()
                .filter(it -> !Character.isWhitespace(it) && !Character.isSpaceChar(it))
                .forEach(folded::appendCodePoint);
        return folded.toString();
    }

    private boolean isAboutTheSite(String folded, Collection<String> about) {
        var words = new ArrayList<String>();
        for (var text : contextWords) addWords(text, words);
        for (var text : about) addWords(text, words);
        // The longest first: of "annsmith" and "ann", the second leaves something of the first.
        words.sort(Comparator.comparingInt(String::length).reversed());
        var rest = folded;
        for (var word : words) rest = rest.replace(word, "");
        return rest.length() < folded.length() && rest.codePointCount(0, rest.length()) <= EXTRA;
    }

    /** The text without its separators, and each part: a host's labels, a name's words. */
    private static void addWords(String text, List<String> words) {
        var parts = fold(Normalizer.normalize(text, Normalizer.Form.NFC).replaceAll("\\s+", "-"))
                .split("[^\\p{L}\\p{M}\\p{N}]+");
        words.add(String.join("", parts));
        words.addAll(List.of(parts));
        words.removeIf(it -> it.codePointCount(0, it.length()) < SHORTEST_WORD);
    }

    /** Half of a character has no bytes that could be hashed. */
    private static boolean hasLoneSurrogate(String text) {
        return text.codePoints().anyMatch(it -> Character.getType(it) == Character.SURROGATE);
    }
}
