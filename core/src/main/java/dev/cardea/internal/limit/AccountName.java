package dev.cardea.internal.limit;

import dev.cardea.json.Claims;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The accounts that credentials name, by the declared fields of their provider.
 *
 * <p>The fields that are known to name an account decide, first by {@code autocomplete} (HTML, section 4.10.18.7), then
 * by name and type. Without one, any field with text counts. Each filled field counts separately, so a value of another
 * field never opens a new budget.
 */
public final class AccountName {
    /** Combining marks, control characters and blanks. */
    private static final Pattern UNSEEN = Pattern.compile("[\\p{M}\\p{C}\\p{Z}\\s]");

    private static final Pattern NO_LETTER = Pattern.compile("[^a-z]");

    private static final Set<String> TEXT_TYPES = Set.of("text", "email", "tel", "search", "url", "number");

    private static final Set<String> NAMES = Set.of("username", "user", "login", "email", "mail", "account", "phone");

    /** Letters that collations of databases treat as others, and that no normal form replaces. */
    private static final Map<Integer, String> WITHOUT_STROKE = Map.of(
            (int) 'ø', "o", (int) 'ł', "l", (int) 'đ', "d", (int) 'ð', "d", (int) 'ħ', "h", (int) 'ŧ', "t", (int) 'æ',
            "ae", (int) 'œ', "oe");

    private AccountName() {}

    /** Returns whether a field of the provider can name an account. */
    public static boolean isKnown(CredentialsProvider provider) {
        return !fields(provider).isEmpty();
    }

    /** Returns whether several fields may name the account, and nothing says which one does. */
    public static boolean isAmbiguous(CredentialsProvider provider) {
        var fields = fields(provider);
        return fields.size() > 1 && provider.credentials().entrySet().stream().noneMatch(AccountName::isNaming);
    }

    /**
     * Returns the names, without differences that a database may ignore; empty if the credentials name no account. If the
     * fields that name it are left empty, all texts count: the application may look the account up by one of them.
     */
    static Set<String> in(CredentialsProvider provider, Claims accepted) {
        var names = in(fields(provider), accepted);
        return names.isEmpty() ? in(fields(provider, field -> isText(field.getValue())), accepted) : names;
    }

    private static Set<String> in(Set<String> fields, Claims accepted) {
        return fields.stream()
                .map(accepted::text)
                .map(text -> text == null ? "" : folded(text))
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Set<String> fields(CredentialsProvider provider) {
        var marked = fields(provider, field -> isMarked(field.getValue()));
        if (!marked.isEmpty()) return marked;
        var naming = fields(provider, AccountName::isNaming);
        return naming.isEmpty() ? fields(provider, field -> isText(field.getValue())) : naming;
    }

    private static Set<String> fields(
            CredentialsProvider provider, Predicate<Map.Entry<String, CredentialInput>> selected) {
        return provider.credentials().entrySet().stream()
                .filter(selected)
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static boolean isMarked(CredentialInput input) {
        return autocomplete(input).contains("username");
    }

    private static boolean isNaming(Map.Entry<String, CredentialInput> field) {
        var letters = NO_LETTER.matcher(field.getKey().toLowerCase(Locale.ROOT)).replaceAll("");
        var input = field.getValue();
        return isMarked(input)
                || isText(input)
                        && (NAMES.contains(letters)
                                || type(input).equals("email")
                                || autocomplete(input).contains("email"));
    }

    /** Excludes passwords, and also codes and checkboxes, which would give one account many names. */
    private static boolean isText(CredentialInput input) {
        return TEXT_TYPES.contains(type(input)) && !autocomplete(input).contains("one-time-code");
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
