package dev.cardea.internal.limit;

import dev.cardea.json.Claims;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The account that credentials name, by the declared fields of their provider. */
public final class AccountName {
    /** Combining marks, control characters and blanks. */
    private static final Pattern UNSEEN = Pattern.compile("[\\p{M}\\p{C}\\p{Z}\\s]");

    private static final Set<String> NAMING_TYPES = Set.of("text", "email", "tel", "search", "url", "number");

    private AccountName() {}

    /** Returns whether a field of the provider can name an account. */
    public static boolean isKnown(CredentialsProvider provider) {
        return provider.credentials().values().stream().anyMatch(AccountName::isNaming);
    }

    /** Returns the name, without differences that a database may ignore; empty if the credentials name no account. */
    static Optional<String> in(CredentialsProvider provider, Claims accepted) {
        var name = provider.credentials().entrySet().stream()
                .filter(field -> isNaming(field.getValue()))
                .map(field -> folded(accepted.value(field.getKey())))
                .collect(Collectors.joining("\n"));
        return name.isBlank() ? Optional.empty() : Optional.of(name);
    }

    /** Excludes passwords, and also codes and checkboxes, which would give one account many names. */
    private static boolean isNaming(CredentialInput input) {
        var attributes = input.attributes();
        return NAMING_TYPES.contains(attributes.getOrDefault("type", "text").toLowerCase(Locale.ROOT))
                && !attributes.getOrDefault("autocomplete", "").contains("one-time-code");
    }

    /** Folds all spellings that a database may treat as the same name. */
    private static String folded(@Nullable Object value) {
        if (value == null) return "";
        var spelled = Normalizer.normalize(String.valueOf(value), Normalizer.Form.NFKD);
        return UNSEEN.matcher(spelled).replaceAll("").toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }
}
