package dev.cardea.internal.limit;

import dev.cardea.json.Claims;
import dev.cardea.model.EmailAddress;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import java.text.Normalizer;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The accounts that credentials name, by the declared fields of their provider.
 *
 * <p>Only the application knows by which field it looks accounts up. It says so with {@code autocomplete} (HTML, section
 * 4.10.18.7). Without that, any field with text counts, whatever it is called: an {@code account} may be a company, and
 * an {@code email} may be left out. Each filled field counts separately, so a value of another field never opens a new
 * budget. Immutable.
 */
public final class AccountName {
    /** Combining marks, control characters and blanks. */
    private static final Pattern UNSEEN = Pattern.compile("[\\p{M}\\p{C}\\p{Z}\\s]");

    private static final Pattern PASSWORD =
            Pattern.compile("pass(?!port)|pwd|kennwort|secret|^pin$", Pattern.CASE_INSENSITIVE);

    private static final Set<String> SECRETS = Set.of("one-time-code", "current-password", "new-password");

    private static final Set<String> TEXT_TYPES = Set.of("text", "email", "tel", "search", "url", "number");

    /** Letters that collations of databases treat as others, and that no normal form replaces. */
    private static final Map<Integer, String> WITHOUT_STROKE = Map.of(
            (int) 'ø', "o", (int) 'ł', "l", (int) 'đ', "d", (int) 'ð', "d", (int) 'ħ', "h", (int) 'ŧ', "t", (int) 'æ',
            "ae", (int) 'œ', "oe");

    private final CredentialsProvider provider;
    private final Set<String> marked;
    private final Set<String> texts;

    private AccountName(CredentialsProvider provider) {
        this.provider = provider;
        marked = fields(provider, (name, input) -> isMarked(input));
        texts = fields(provider, AccountName::isText);
    }

    public static AccountName of(CredentialsProvider provider) {
        return new AccountName(provider);
    }

    /** Returns the provider whose accounts are named. */
    CredentialsProvider provider() {
        return provider;
    }

    /** Returns whether a field of the provider can name an account. */
    public boolean isKnown() {
        return !fields().isEmpty();
    }

    /** Returns whether several fields may name the account, and nothing says which one does. */
    public boolean isAmbiguous() {
        return marked.isEmpty() && texts.size() > 1;
    }

    /**
     * Returns the names, without differences that a database may ignore; empty if the credentials name no account. If the
     * fields that name it are left empty, all texts count: the application may look the account up by one of them.
     */
    Set<String> in(Claims accepted) {
        var names = in(fields(), accepted);
        return names.isEmpty() ? in(texts, accepted) : names;
    }

    private Set<String> in(Set<String> fields, Claims accepted) {
        return fields.stream()
                .map(field -> entered(field, accepted))
                .map(AccountName::folded)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** An email address as its mailbox: otherwise {@code a@example.com,1} and {@code a@example.com,2} had separate budgets. */
    private String entered(String field, Claims accepted) {
        var sent = accepted.text(field);
        if (sent == null) return "";
        var text = normalized(sent);
        var input = provider.credentials().get(field);
        if (input == null || !type(input).equals("email")) return text;
        try {
            return Mailbox.of(EmailAddress.normalize(text));
        } catch (IllegalArgumentException e) {
            return text;
        }
    }

    private String normalized(String text) {
        var normalizer = provider.accountName();
        if (normalizer == null) return text;
        try {
            return normalizer.apply(text);
        } catch (RuntimeException e) {
            return text;
        }
    }

    private Set<String> fields() {
        return marked.isEmpty() ? texts : marked;
    }

    private static Set<String> fields(CredentialsProvider provider, BiPredicate<String, CredentialInput> selected) {
        return provider.credentials().entrySet().stream()
                .filter(field -> selected.test(field.getKey(), field.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static boolean isMarked(CredentialInput input) {
        return autocomplete(input).contains("username");
    }

    /**
     * Excludes passwords, also those without a type, as in {@code { email: {}, password: {} }} of Auth.js. Excludes codes and
     * checkboxes too, which would give one account many names.
     */
    private static boolean isText(String name, CredentialInput input) {
        return TEXT_TYPES.contains(type(input))
                && !PASSWORD.matcher(name).find()
                && Collections.disjoint(autocomplete(input), SECRETS);
    }

    private static String type(CredentialInput input) {
        return input.attributes().getOrDefault("type", "text").toLowerCase(Locale.ROOT);
    }

    private static Set<String> autocomplete(CredentialInput input) {
        var tokens = input.attributes().getOrDefault("autocomplete", "").toLowerCase(Locale.ROOT);
        return Set.copyOf(List.of(tokens.trim().split("\\s+")));
    }

    /** Folds all spellings that a database may treat as the same name. */
    private static String folded(String value) {
        var spelled = Normalizer.normalize(value, Normalizer.Form.NFKD);
        var folded = new StringBuilder();
        UNSEEN.matcher(spelled)
                .replaceAll("")
                .toUpperCase(Locale.ROOT)
                .toLowerCase(Locale.ROOT)
                .codePoints()
                .forEach(c -> folded.append(plain(c)));
        return folded.toString();
    }

    private static String plain(int c) {
        int digit = Character.digit(c, 10);
        return digit < 0 ? WITHOUT_STROKE.getOrDefault(c, Character.toString(c)) : Integer.toString(digit);
    }
}
